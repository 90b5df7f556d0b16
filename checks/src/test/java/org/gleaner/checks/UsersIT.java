package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users see what is theirs and learn nothing of the rest, not even that it exists. */
class UsersIT {
    private static final int REFUSED = 3;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void two_users_do_not_see_each_others_jobs_outputs_or_files() throws Exception {
        String ada = grid.newUser("ada");
        String bob = grid.newUser("bob");
        Path secret = grid.file("secret.txt", "Ada's secret\n".repeat(5000));
        String number = grid.wellAs(
                        ada, "submit", "--in", "secret.txt", "--out", "copy.txt", "cp", "secret.txt", "copy.txt")
                .strip();
        JobId job = new JobId(Long.parseLong(number));
        grid.untilDone(job);

        assertThat(grid.wellAs(bob, "status", "--json")).doesNotContain("\"id\"", "ada");
        seesNothing(bob, number, "status", "why", "get", "logs", "wait", "cancel", "pause", "block", "retry", "delete");
        noBlob(bob, secret);
        assertThat(grid.launchAs(bob, "config", "set", "lost-after", "1s")
                        .result()
                        .exit())
                .isEqualTo(REFUSED);
        assertThat(grid.launchAs(bob, "user", "add", "eve").result().exit()).isEqualTo(REFUSED);

        assertThat(grid.wellAs(ada, "status", "--json")).contains("\"id\":" + number, "\"done\":1");
        grid.wellAs(ada, "get", number, "--to", "fetched");
        assertThat(temp.resolve("fetched/copy.txt")).hasSameBinaryContentAs(secret);
        assertThat(grid.well("status", "--json")).contains("\"owner\":\"ada\"");
    }

    @Test
    void tokens_are_in_no_log_and_token_files_are_private() throws Exception {
        String ada = grid.newUser("ada");
        JobId job = grid.submit("true");
        grid.untilDone(job);
        String admin = Files.readString(grid.data().resolve("admin.token")).strip();
        String join = Files.readString(grid.data().resolve("join.token")).strip();
        for (List<Object> mistaken : List.<List<Object>>of(
                List.of("user", "remove", ada),
                List.of("token", "revoke", ada),
                List.of("cancel", "name:" + ada),
                List.of("config", "set", "strategy", admin))) {
            grid.gleaner(mistaken.toArray());
        }
        RealGrid.stop(grid.server());

        for (String name : List.of("server/admin.token", "server/join.token", "agent/identity")) {
            assertThat(Files.getPosixFilePermissions(temp.resolve(name)))
                    .as(name)
                    .hasSize(2);
        }
        assertThat(filesWith(temp.resolve("server"), ada)).isEmpty();
        assertThat(filesWith(temp.resolve("server"), admin)).containsExactly("admin.token");
        assertThat(filesWith(temp.resolve("server"), join)).containsExactly("join.token");
    }

    private void seesNothing(String token, String number, String... verbs) throws Exception {
        List<Shell.Started> started = new ArrayList<>();
        for (String verb : verbs) {
            started.add(grid.launchAs(token, verb, number));
        }
        for (int i = 0; i < verbs.length; i++) {
            Shell.Result result = started.get(i).result();
            String said = verbs[i] + ": " + result.out() + result.err();
            assertThat(result.exit()).as(said).isEqualTo(REFUSED);
            assertThat(result.out()).as(said).isEmpty();
            assertThat(result.err()).as(said).hasLineCount(3).doesNotContain("ada");
        }
    }

    /** Knowing the hash of a file is no right to read it. */
    private void noBlob(String token, Path file) throws IOException {
        BlobHash hash = FileHash.of(file);
        Path target = temp.resolve("stolen");
        assertThat(grid.callsAs(token).download(hash, Files.size(file), target)).isInstanceOf(Answer.Refused.class);
        assertThat(target).doesNotExist();
    }

    private static List<String> filesWith(Path directory, String text) throws IOException {
        List<String> names = new ArrayList<>();
        try (var files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                // One byte is one character: tokens are plain ASCII and files may be anything.
                if (Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                        .contains(text)) {
                    names.add(directory.relativize(file).toString());
                }
            }
        }
        return names;
    }
}
