package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.http.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept in the data directory survives a second server, another version and a full disk. */
class DataDirectoryIT {
    private static final int REFUSED = 3;
    private static final int UNREACHABLE = 4;
    /** More than the 64 that the server keeps free for its database. */
    private static final int MEGABYTES = 80;

    @TempDir
    Path temp;

    private Path data = Path.of("unset");
    private RealGrid grid = new RealGrid(Path.of("unset"));
    private boolean mounted;

    @BeforeEach
    void name_the_directory() throws IOException {
        data = Files.createDirectory(temp.resolve("data"));
        grid = new RealGrid(temp, data);
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
        if (mounted) {
            new Shell(temp).run("umount", "-l", data);
        }
    }

    @Test
    void a_second_server_on_the_same_directory_is_refused_and_the_first_goes_on() throws Exception {
        grid.startServer();
        JobId job = grid.submit("true");

        Shell.Result second = grid.gleaner("server", "--data", data, "--port", "0");

        assertThat(second.exit()).isEqualTo(REFUSED);
        assertThat(second.err()).hasLineCount(3).contains(data.toString(), "Another Gleaner server");
        assertThat(second.out()).isEmpty();
        grid.startAgent("agent", 1);
        grid.untilDone(job);
        assertThat(grid.server().isAlive()).isTrue();
    }

    @Test
    void a_database_of_a_newer_version_is_refused_and_not_touched() throws Exception {
        grid.startServer();
        grid.submit("true");
        RealGrid.stop(grid.server());
        sql("PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(data.resolve("gleaner.db"));

        Shell.Result older = grid.gleaner("server", "--data", data, "--port", "0");

        assertThat(older.exit()).isEqualTo(REFUSED);
        assertThat(older.err()).hasLineCount(3).contains("version 99");
        assertThat(Files.readAllBytes(data.resolve("gleaner.db"))).isEqualTo(before);
    }

    @Test
    void a_file_that_is_no_database_is_refused_and_not_touched() throws Exception {
        Files.writeString(data.resolve("gleaner.db"), "Dear diary,\n".repeat(1000));
        byte[] before = Files.readAllBytes(data.resolve("gleaner.db"));

        Shell.Result refused = grid.gleaner("server", "--data", data, "--port", "0");

        assertThat(refused.exit()).isEqualTo(REFUSED);
        assertThat(refused.err()).hasLineCount(3).contains("gleaner.db");
        assertThat(Files.readAllBytes(data.resolve("gleaner.db"))).isEqualTo(before);
    }

    @Test
    void on_a_full_disk_submits_are_refused_and_all_goes_on_by_itself_when_there_is_space_again() throws Exception {
        mountSmallDisk();
        grid.startServer();
        AgentChild agent = grid.startAgent("agent", 1);
        JobId before = grid.submit("--out", "big.bin", "--shell", until("go") + "head -c 300000 /dev/urandom >big.bin");
        RealGrid.until(
                "it runs",
                () -> grid.counts(before).running() == 1
                        && !agent.place().taskProcesses().isEmpty());
        Path input = grid.file("input", "x".repeat(300_000));

        Path filler = fillTheDisk(0);
        grid.file("go", "");
        refusedForNow(submitLines());
        refusedForNow(grid.calls().upload(FileHash.of(input), input));
        Shell.Result refused = grid.gleaner("submit", "--in", "input", "true");
        assertThat(refused.exit()).isEqualTo(4);
        assertThat(refused.err()).contains("The server's disk is full.");
        RealGrid.until("the result waits at the agent", () -> RealGrid.keptResults(agent) == 1);
        assertThat(grid.well("status", "--json")).contains("\"running\":1").doesNotContain("\"id\":2");

        Files.delete(filler);
        grid.untilDone(before);
        RealGrid.until(
                "submits are taken again",
                () -> grid.gleaner("submit", "--in", "input", "true").exit() == 0);
        grid.untilDone(new JobId(2));
        assertThat(grid.tasks(before).get(0).attempts()).isEqualTo(1);
        assertThat(submitLines()).isInstanceOf(Answer.Success.class);
        grid.server().kill();
        assertThat(sql("PRAGMA integrity_check")).isEqualTo("ok");
        grid.startServer();
        assertThat(grid.counts(before).done()).isEqualTo(1);
        assertThat(grid.well("status", "--json")).contains("\"ready\":3000");
    }

    @Test
    void results_of_a_cancelled_job_that_wait_for_room_let_their_machine_go_and_the_job_be_deleted() throws Exception {
        mountSmallDisk();
        grid.startServer();
        AgentChild agent = grid.startAgent("agent", 1);
        JobId job = grid.submit("--out", "big.bin", "--shell", until("go") + "head -c 300000 /dev/urandom >big.bin");
        RealGrid.until("it runs", () -> !agent.place().taskProcesses().isEmpty());

        fillTheDisk(20L << 20);
        grid.file("go", "");
        RealGrid.until("the result waits at the agent", () -> RealGrid.keptResults(agent) == 1);
        RealGrid.until(
                "the agent says so",
                () -> grid.well("agent", "status", "--dir", agent.place().directory())
                        .contains("trouble: The server's disk is full"));
        assertThat(grid.well("status")).contains("its disk is full");
        assertThat(grid.well("why")).contains("its disk is full");
        assertThat(grid.gleaner("doctor").out()).contains("BAD  server: its disk is full");

        grid.well("cancel", job.toString());
        RealGrid.until("the slot is free", () -> grid.counts(job).running() == 0 && RealGrid.keptResults(agent) == 0);
        grid.well("delete", job.toString());
        grid.untilDone(grid.submit("true"));
    }

    @Test
    void a_server_that_was_killed_on_a_full_disk_starts_and_people_can_look_and_make_room() throws Exception {
        mountSmallDisk();
        grid.startServer();
        grid.startAgent("agent", 1);
        JobId job = grid.submit("--out", "big.bin", "--shell", "head -c 300000 /dev/urandom >big.bin");
        grid.untilDone(job);
        Path filler = fillTheDisk(0);
        refusedForNow(submitLines());

        grid.server().kill();
        grid.startServer();

        assertThat(grid.counts(job).done()).isEqualTo(1);
        Files.delete(filler);
        grid.untilDone(grid.submit("true"));
    }

    /** Over HTTP, because the command line tries again for half a minute before it gives up. */
    private Answer<Reply.Submitted> submitLines() throws IOException {
        JobSpec spec = new JobSpec(
                "lines",
                "true",
                new CommandLine.Words(List.of("no-such-command", "{}")),
                new ArrayShape.Listed(3000),
                List.of(),
                List.of(),
                new Requirements(1000, null),
                JobLimits.DEFAULT);
        return grid.calls()
                .submit(spec, lines(3000).iterator(), UUID.randomUUID().toString());
    }

    private static void refusedForNow(Answer<?> answer) {
        assertThat(answer).isInstanceOfSatisfying(Answer.Refused.class, refused -> {
            assertThat(refused.problem().status()).isBetween(503, 507);
            assertThat(refused.problem().exitCode()).isEqualTo(UNREACHABLE);
            assertThat(refused.problem().retryAfterSeconds()).isPositive();
        });
    }

    private void mountSmallDisk() throws IOException, InterruptedException {
        mounted = new Shell(temp)
                        .run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", data)
                        .exit()
                == 0;
        assumeTrue(mounted, "skipped: only root can mount a small disk to fill it");
    }

    /** Leaves about so many bytes. */
    private Path fillTheDisk(long left) throws IOException {
        Path filler = data.resolve("filler");
        byte[] page = new byte[1 << 12];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (data.toFile().getUsableSpace() > left) {
                out.write(page);
            }
        }
        return filler;
    }

    private String until(String name) {
        return "until [ -e '" + temp.resolve(name) + "' ]; do sleep 0.05; done; ";
    }

    private static List<Entry> lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Entry(Integer.toHexString(i * 0x9e3779b1).repeat(20), List.of()))
                .toList();
    }

    /** The first column of the first row, if there is one. */
    private String sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("gleaner.db"));
                Statement one = connection.createStatement()) {
            if (!one.execute(statement)) {
                return "";
            }
            try (ResultSet rows = one.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }
}
