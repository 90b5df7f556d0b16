package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.agent.run.Attempts.shell;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.agent.sandbox.Allowance;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that play tricks with files: their inputs, their set-ups, what they leave behind. */
@Timeout(900)
final class HostileFilesComponentTest {
    private static final int SMALL = 1000;
    private static final int LENT = 17 << 20;

    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_input_that_a_task_rewrites_unnoticed_is_what_it_was_for_the_next(boolean sandbox) throws Exception {
        Attempts attempts = attempts(sandbox);
        InputFile input = attempts.input("tool", content(SMALL), true);
        String rewrite = "touch -r tool stamp; chmod u+w tool; head -c 1000 /dev/zero > tool; chmod u-w tool;"
                + " touch -r stamp tool; cksum < tool";

        AttemptReport first = attempts.run(shell(rewrite).in(input));
        AttemptReport next = attempts.run(shell("cat tool > seen").in(input).out(new OutputFile("seen", false)));

        assertThat(first.outcome()).as(first.detail()).isEqualTo(Outcome.DONE);
        assertThat(next.outputs().files()).extracting(ResultFile::hash).containsExactly(input.hash());
    }

    @Test
    void a_large_input_is_mounted_read_only() throws Exception {
        Attempts attempts = attempts(true);
        InputFile input = attempts.input("data/large", content(LENT), false);

        AttemptReport report = attempts.run(
                shell("cd data; chmod u+w large; echo x >> large; mv large other; rm -f large; ln large hard;"
                                + " cat large | wc -c")
                        .in(input));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout()).strip()).isEqualTo(Integer.toString(LENT));
        assertThat(FileHash.of(root.resolve("cache/" + input.hash()))).isEqualTo(input.hash());
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @Test
    void a_large_input_that_is_an_output_too_is_a_copy_which_the_task_may_change() throws Exception {
        Attempts attempts = attempts(true);
        InputFile input = attempts.input("data/large", content(LENT), false);

        AttemptReport report =
                attempts.run(shell("cd data; cp large same; echo x >> large; ln large hard; mv large other")
                        .in(input)
                        .out(new OutputFile("data", false)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(report.outputs().files())
                .extracting(ResultFile::path)
                .containsExactly("data/hard", "data/other", "data/same");
        assertThat(report.outputs().files()).extracting(ResultFile::size).containsExactly(LENT + 2L, LENT + 2L, (long)
                LENT);
        assertThat(report.outputs().files().get(2).hash()).isEqualTo(input.hash());
        assertThat(FileHash.of(root.resolve("cache/" + input.hash()))).isEqualTo(input.hash());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_variable_that_changes_what_a_set_up_does_makes_it_another_one(boolean sandbox) throws Exception {
        Attempts attempts = attempts(sandbox);
        String line = "echo ${PLANTED:-clean} > made; env > seen";

        AttemptReport planted =
                attempts.run(shell("cat made").entry("secret-entry").at(place(line, Map.of("PLANTED", "evil"))), "ann");
        AttemptReport clean =
                attempts.run(shell("cat made seen").entry("secret-entry").at(place(line, Map.of())), "ann");

        assertThat(text(planted.stdout())).isEqualTo("evil\n");
        assertThat(text(clean.stdout())).startsWith("clean\n").doesNotContain("secret-entry");
    }

    @Test
    void owners_share_no_set_up_and_one_owners_jobs_do() throws Exception {
        Attempts attempts = attempts(false);
        Attempts.Task task = shell("cat id").at(place("head -c 8 /dev/urandom | od -An -tx1 > id", Map.of()));

        String first = text(attempts.run(task, "ann").stdout());
        String again = text(attempts.run(task, "ann").stdout());
        String other = text(attempts.run(task, "bob").stdout());
        String untold = text(attempts.run(task).stdout());

        assertThat(again).isEqualTo(first);
        assertThat(List.of(other, untold)).doesNotContain(first).doesNotHaveDuplicates();
    }

    @Test
    void a_set_up_is_held_to_the_disk_and_the_time_of_its_job() throws Exception {
        Attempts attempts = attempts(false);
        Requirements little = new Requirements(1, null, MemorySize.parse("1M"), Platform.ANY);

        AttemptReport large = attempts.run(
                shell("true").needs(little).at(place("head -c 3000000 /dev/zero > large; exec sleep 50", Map.of())));
        AttemptReport slow =
                attempts.run(shell("true").limit(Duration.ofSeconds(1)).at(place("exec sleep 50", Map.of())));

        assertThat(large.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(large.detail()).startsWith("its set-up was killed: it used").endsWith("more than its limit of 1 MB");
        assertThat(slow.detail()).isEqualTo("its set-up took longer than 1 seconds");
        assertThat(root.resolve("setups")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void directories_deeper_than_a_path_may_be_long_are_cleared_with_their_task(boolean sandbox) throws Exception {
        Attempts attempts = attempts(sandbox);

        AttemptReport report = attempts.run(shell("d=$(head -c 200 /dev/zero | tr '\\0' d); i=0;"
                + " while [ $i -lt 25 ]; do mkdir $d && cd -P $d || exit 3; i=$((i+1)); done 2>/dev/null;"
                + " echo $i; mkfifo pipe; chmod 000 ."));

        assertThat(text(report.stdout())).isEqualTo("25\n");
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rm $f", "rm $f; mkfifo $f", "rm $f; ln -s /etc/passwd $f"})
    void a_task_that_spoils_what_it_printed_did_run_all_the_same(String spoil) throws Exception {
        String line = "f=$(readlink /proc/self/fd/2); " + spoil;
        Attempts attempts = attempts(false);

        AttemptReport well = attempts.run(shell(line));
        AttemptReport failed = attempts.run(shell(line + "; exit 3"));

        assertThat(well.outcome()).as(well.detail()).isEqualTo(Outcome.NO_OUTPUT);
        assertThat(well.detail()).startsWith("what it printed can't be read: ");
        assertThat(well.usage().run()).isPositive();
        assertThat(failed.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(failed.detail()).isEqualTo("exit code 3");
        assertThat(failed.usage().run()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"truncate -s 8T huge", "truncate -s 8T /dev/stdout; touch huge"})
    void what_claims_to_be_larger_than_any_disk_is_named_and_not_read(String line) throws Exception {
        AttemptReport report = attempts(true).run(shell(line).out(new OutputFile("huge", false)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_DISK);
        assertThat(report.detail()).contains("8 TB").endsWith("more than its limit of 256 GB");
    }

    @Test
    void a_link_in_the_place_of_a_shared_directory_shows_nothing_of_where_it_leads(@TempDir Path mount)
            throws Exception {
        Path secrets = Files.createDirectory(root.resolve("secrets"));
        Files.writeString(secrets.resolve("token"), "very-secret");
        Files.createSymbolicLink(mount.resolve("place"), secrets);
        Files.setPosixFilePermissions(mount, PosixFilePermissions.fromString("rwxr-xr-x"));
        Confinement confinement = SandboxComponentTest.sandboxed(root, Fence.DEFAULT);
        Bubblewrap sandbox = Objects.requireNonNull(confinement.sandbox());
        Path files = Files.createDirectories(root.resolve("files"));
        Path real = mount.toRealPath();
        Room room = new Room(files, files, new Room.Shared(real, real.resolve("place")), null, false, false, List.of());

        Allowance allowance = confinement.allowance(new Requirements(1, null));
        List<String> words = sandbox.around(room, allowance, "", List.of());
        words.addAll(List.of("/bin/ls", "-a", sandbox.inside(room).toString() + "/", secrets.toString()));

        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();

        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isNotZero();
        assertThat(said).doesNotContain("token");
    }

    private Attempts attempts(boolean sandbox) throws Exception {
        return new Attempts(
                root, false, sandbox ? SandboxComponentTest.sandboxed(root, Fence.DEFAULT) : Confinement.NONE);
    }

    private static Workplace place(String line, Map<String, String> variables) {
        return new Workplace(variables, null, line, List.of(), false);
    }

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    private static String text(@Nullable ResultFile file) {
        return file == null || file.inline() == null
                ? ""
                : new String(Base64.getDecoder().decode(file.inline()), StandardCharsets.UTF_8);
    }
}
