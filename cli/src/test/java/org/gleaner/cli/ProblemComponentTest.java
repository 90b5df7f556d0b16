package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.assertj.core.util.Throwables;
import org.gleaner.agent.machine.Machine;
import org.gleaner.cli.SampleProblems.Deed;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.JobDetail;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Problems with a real server, a real agent, and a host in a real sandbox. */
final class ProblemComponentTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    static Path root;

    private static TestGrid grid;
    private static Gleaner gleaner;

    @BeforeAll
    static void start() throws Exception {
        SandboxedHost hosts = new SandboxedHost(root);
        assumeTrue(
                Machine.isRoot() && hosts.obstacle().isEmpty(),
                "hosts are confined as another user and limited, which needs root, bubblewrap and control groups");
        hosts.close();
        grid = new TestGrid(root);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                address(), Files.readString(data.resolve("admin.token"), UTF_8).strip());
    }

    @AfterAll
    static void stop() throws Exception {
        if (grid != null) {
            gleaner.close();
            grid.stop();
        }
    }

    private static SubmittedProblem<Object> submit(Deed deed) throws IOException {
        return gleaner.submit(problem(deed));
    }

    private static Problem<Integer, Integer, Object> problem(Deed deed) throws IOException {
        int port = URI.create(address()).getPort();
        String secret = grid.home().resolve("server/admin.token").toString();
        return new Problem<>(
                "misbehaving", new SampleProblems.Misbehaving(deed, port, secret), SampleProblems.Same.class);
    }

    private static SubmittedProblem<Object> unit(String deed) {
        return gleaner.submit(new Problem<>("bad", new SampleProblems.OneUnit(deed), SampleProblems.BadUnit.class)
                .with("max-failures", "1")
                .minMemory("128M")
                .expiry(Duration.ofSeconds(20)));
    }

    private static String address() throws IOException {
        return Files.readString(grid.home().resolve("server/address"), UTF_8).strip();
    }

    @Test
    void a_problem_is_solved_by_units_and_another_program_finds_its_answer() throws Exception {
        SubmittedProblem<Long> squares = gleaner.submit(
                new Problem<>("squares", new SampleProblems.Squares(100, 30), SampleProblems.SumOfSquares.class)
                        .weight(3)
                        .minMemory("512M")
                        .minSpeed(0.5));

        assertThat(grid.calls()
                        .job(new JobId(squares.id()))
                        .get()
                        .spec()
                        .command()
                        .toString())
                .as("a unit keeps to the memory that it asks for")
                .contains("-Xmx393216k");
        assertThat(squares.answer(PATIENCE)).isEqualTo(328_350);
        assertThat(gleaner.problem(squares.id(), Long.class).answer(PATIENCE)).isEqualTo(328_350);
        assertThat(grid.gleaner("wait", Long.toString(squares.id())).exit()).isZero();
        assertThat(grid.gleaner("status", Long.toString(squares.id())).out()).contains("done");
        assertThat(grid.gleaner("get", Long.toString(squares.id()), "--to", "got")
                        .exit())
                .isZero();
        assertThat(grid.file("got/answer")).isNotEmptyFile();
        assertThat(grid.file("got/1/outcomes")).isNotEmptyFile();
    }

    @Test
    void one_that_is_solved_before_all_units_are_done_is_done_and_so_is_what_waits_for_it() throws Exception {
        SubmittedProblem<Integer> early = gleaner.submit(
                new Problem<>("early", new SampleProblems.FirstIsEnough(), SampleProblems.SlowButFirst.class)
                        .minMemory("128M"));
        String id = Long.toString(early.id());
        assertThat(grid.gleaner("submit", "--after", id, "--shell", "echo next").exit())
                .isZero();

        assertThat(early.answer(PATIENCE)).isEqualTo(1);

        assertThat(grid.gleaner("wait", id).exit()).isZero();
        assertThat(grid.gleaner("progress", id).exit()).isZero();
        assertThat(grid.gleaner("wait", "last").exit()).as("what waits for it").isZero();
        until(() -> detail(id).summary().state().isFinal());
        assertThat(grid.gleaner("status", id).out())
                .containsPattern(id + " +early +\\S+ +done +1/1 ")
                .contains("The problem of job " + id + " is solved; ");
        assertThat(grid.gleaner("why", id).out())
                .contains("the problem is solved; these units were no longer needed")
                .doesNotContain("retry");
        assertThat(grid.gleaner("wait", id).exit()).as("also later").isZero();
        assertThat(grid.gleaner("submit", "--after", id, "--shell", "echo later", "--wait")
                        .exit())
                .isZero();
    }

    @Test
    void states_that_later_ones_have_replaced_do_not_stay_on_the_disk() throws Exception {
        SubmittedProblem<Integer> forgetful =
                gleaner.submit(new Problem<>("forgetful", new SampleProblems.Forgetful(12), SampleProblems.Same.class));

        assertThat(forgetful.answer(PATIENCE)).isEqualTo(12);

        until(() -> megabytes(grid.home().resolve("server/blobs")) <= 2);
    }

    /** Files of about the size of such a state. */
    private static long megabytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(file -> file.length() >> 20 == 1)
                    .count();
        }
    }

    @Test
    void units_follow_from_earlier_results() throws Exception {
        SubmittedProblem<List<Long>> stages =
                gleaner.submit(new Problem<>("stages", new SampleProblems.Stages(3), SampleProblems.Doubling.class));

        assertThat(stages.answer(PATIENCE)).containsExactly(6L, 14L, 30L);
    }

    @Test
    void a_host_is_another_user_without_network_and_files() throws Exception {
        assertThat(submit(Deed.LOOK_AROUND).answer(PATIENCE)).isEqualTo("user nobody wrote nothing connected nowhere");
    }

    @Test
    void what_a_host_prints_and_reads_does_not_get_between_it_and_the_server() throws Exception {
        assertThat(submit(Deed.PRINT).answer(PATIENCE)).isEqualTo("exit code 0, read -1");
    }

    /** Three at once, and one host at a time. */
    @Test
    void what_its_code_does_stops_a_problem_and_its_owner_hears_why() throws Exception {
        assertThat(grid.gleaner("config", "set", "problem-hosts", "1").exit()).isZero();
        SubmittedProblem<Object> threw = submit(Deed.THROW);
        SubmittedProblem<Object> hogged = submit(Deed.HOG_MEMORY);
        SubmittedProblem<Object> exited = submit(Deed.EXIT);

        assertThatThrownBy(() -> threw.answer(PATIENCE))
                .isInstanceOf(ExecutionException.class)
                .hasMessageMatching(
                        "The problem \\(job " + threw.id() + "\\) was stopped: .*these results contradict.*")
                .satisfies(thrown -> assertThat(Throwables.getStackTrace(thrown)
                                .lines()
                                .filter(line -> line.contains("SampleProblems$Misbehaving.merge(")))
                        .isNotEmpty()
                        .doesNotHaveDuplicates());
        assertThatThrownBy(() -> hogged.answer(PATIENCE)).hasMessageContaining("more memory");
        assertThatThrownBy(() -> exited.answer(PATIENCE))
                .hasMessageContaining(
                        "Its code called System.exit, in org.gleaner.cli.SampleProblems$Misbehaving.merge(");
        assertThat(grid.gleaner("why", Long.toString(threw.id())).out())
                .contains("these results contradict")
                .doesNotContain("SampleProblems$Misbehaving.merge(");
        assertThat(grid.gleaner("why", Long.toString(threw.id()), "--verbose").out())
                .containsPattern("(?m)^ +at .*SampleProblems\\$Misbehaving.merge\\(");
        assertThat(grid.gleaner("status", Long.toString(threw.id())).out())
                .contains("these results contradict each other");
        assertThat(grid.gleaner("wait", Long.toString(threw.id())).err())
                .contains("'gleaner why " + threw.id() + "' says what to do")
                .doesNotContain("gleaner retry");
    }

    @Test
    void an_archive_of_its_results_has_the_answer_too() throws Exception {
        SubmittedProblem<List<Long>> stages =
                gleaner.submit(new Problem<>("stages", new SampleProblems.Stages(1), SampleProblems.Doubling.class));
        assertThat(stages.answer(PATIENCE)).containsExactly(6L);
        HttpURLConnection call =
                (HttpURLConnection) URI.create(address() + "/api/v1/jobs/" + stages.id() + "/archive?format=zip")
                        .toURL()
                        .openConnection();
        call.setRequestProperty("Authorization", "Bearer " + token());

        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(call.getInputStream())) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName().replaceFirst("^[^/]*/", ""));
            }
        }

        assertThat(names).contains("answer", "1/outcomes", "2/outcomes");
    }

    @Test
    void one_on_hold_waits_gets_another_weight_and_goes_on() throws Exception {
        SubmittedProblem<List<Long>> stages = gleaner.submit(
                new Problem<>("held", new SampleProblems.Stages(2), SampleProblems.Doubling.class).with("hold"));
        String id = Long.toString(stages.id());
        until(() -> detail(id).summary().tasks().paused() == 2);

        assertThat(grid.gleaner("set", id, "weight=5").exit()).isZero();
        assertThat(grid.gleaner("resume", id).exit()).isZero();
        // It may be between two stages, or over, so that nothing is there to be paused.
        grid.gleaner("pause", id);
        grid.gleaner("resume", id);

        assertThat(stages.answer(PATIENCE)).containsExactly(6L, 14L);
        assertThat(detail(id).spec().turn().weight()).isEqualTo(5);
    }

    @Test
    void one_beyond_its_quota_waits_says_so_and_goes_on_when_there_is_room() throws Exception {
        SubmittedProblem<List<Long>> stages = gleaner.submit(
                new Problem<>("cramped", new SampleProblems.Stages(2), SampleProblems.Doubling.class).with("hold"));
        String id = Long.toString(stages.id());
        until(() -> detail(id).summary().tasks().paused() == 2);
        assertThat(grid.gleaner("config", "set", "quota-owner", "1K").exit()).isZero();
        try {
            assertThat(grid.gleaner("resume", id).exit()).isZero();

            until(() -> grid.gleaner("why", id).out().contains("the problem makes no more units"));
            // Only when nothing of it runs any more.
            until(() -> grid.gleaner("status", id).out().contains("may keep 1 KB"));
            assertThat(detail(id).summary().tasks().total()).isEqualTo(2);
        } finally {
            assertThat(grid.gleaner("config", "set", "quota-owner", "off").exit())
                    .isZero();
        }

        assertThat(stages.answer(PATIENCE)).containsExactly(6L, 14L);
    }

    @Test
    void one_that_waits_for_nothing_or_answers_what_can_not_travel_is_stopped() throws Exception {
        SubmittedProblem<Object> waits = submit(Deed.WAIT_FOR_NOTHING);
        SubmittedProblem<Object> unsendable = submit(Deed.ANSWER_UNSENDABLE);

        assertThatThrownBy(() -> waits.answer(PATIENCE)).hasMessageContaining("returned no unit");
        assertThatThrownBy(() -> unsendable.answer(PATIENCE)).hasMessageContaining("java.lang.Thread");
    }

    @Test
    void an_answer_with_code_in_it_is_not_read() throws Exception {
        assertThatThrownBy(() -> submit(Deed.ANSWER_CODE).answer(PATIENCE))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("SerializedLambda");
    }

    @Test
    void what_its_algorithm_does_stops_a_problem_too() throws Exception {
        SubmittedProblem<Object> exits = unit("exit");
        SubmittedProblem<Object> hogs = unit("hog");
        SubmittedProblem<Object> crashes = unit("crash");
        SubmittedProblem<Object> unsendable = unit("unsendable");

        assertThatThrownBy(() -> exits.answer(PATIENCE)).hasMessageContaining("System.exit");
        assertThatThrownBy(() -> hogs.answer(PATIENCE)).hasMessageContaining("OutOfMemoryError");
        assertThatThrownBy(() -> crashes.answer(PATIENCE)).hasMessageContaining("can't be computed");
        assertThatThrownBy(() -> unsendable.answer(PATIENCE)).hasMessageContaining("java.lang.Thread");
    }

    @Test
    void a_unit_that_loops_for_ever_ends_with_its_expiry() throws Exception {
        SubmittedProblem<Object> loops =
                gleaner.submit(new Problem<>("loops", new SampleProblems.OneUnit("loop"), SampleProblems.BadUnit.class)
                        .with("max-failures", "1")
                        .expiry(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> loops.answer(PATIENCE)).hasMessageContaining("can't be computed");
        assertThat(grid.gleaner("status", Long.toString(loops.id())).out()).contains("can't be computed");
    }

    @Test
    void a_host_gets_only_so_many_processes_and_leaves_none() throws Exception {
        assertThatThrownBy(() -> submit(Deed.START_PROCESSES).answer(PATIENCE))
                .hasMessageContaining("it got no more processes: exit code 2");
        until(() -> ProcessHandle.allProcesses()
                .noneMatch(one -> one.info().commandLine().orElse("").endsWith("sleep 100")));
    }

    @Test
    void a_server_stops_while_a_host_is_busy_and_leaves_none(@TempDir Path other) throws Exception {
        TestGrid second = new TestGrid(other);
        String token = Files.readString(second.home().resolve("server/admin.token"), UTF_8);
        String url = Files.readString(second.home().resolve("server/address"), UTF_8);
        try (Gleaner there = Gleaner.connect(url.strip(), token.strip())) {
            JobId job = new JobId(there.submit(problem(Deed.LOOP)).id());
            until(() -> second.calls().job(job).get().summary().tasks().done() == 1);
            until(() -> hosts(other) > 0);
        }

        second.stop();

        until(() -> hosts(other) == 0);
    }

    @Test
    void problems_that_hang_keep_no_other_owner_waiting(@TempDir Path other) throws Exception {
        TestGrid second = new TestGrid(other);
        String url = Files.readString(second.home().resolve("server/address"), UTF_8);
        String token = Files.readString(second.home().resolve("server/admin.token"), UTF_8);
        assertThat(second.gleaner("config", "set", "problem-hosts", "2").exit()).isZero();
        String bobs = second.gleaner("user", "add", "bob").out();
        try (Gleaner bob = Gleaner.connect(url.strip(), bobs.strip());
                Gleaner ann = Gleaner.connect(url.strip(), token.strip())) {
            long last = 0;
            for (int i = 0; i < 3; i++) {
                last = bob.submit(new Problem<>("hangs", new SampleProblems.Hanging(), SampleProblems.Same.class))
                        .id();
            }
            until(() -> hosts(other) > 0);

            SubmittedProblem<Long> squares = ann.submit(
                    new Problem<>("squares", new SampleProblems.Squares(9, 3), SampleProblems.SumOfSquares.class));

            assertThat(squares.answer(PATIENCE)).isEqualTo(204);
            String waits = Long.toString(last);
            assertThat(second.gleaner("why", waits).out())
                    .contains("it waits for its turn (setting problem-hosts)")
                    .doesNotContain("is at work", "log");
            assertThat(second.gleaner("why", Long.toString(last - 2)).out())
                    .contains("it is at work")
                    .doesNotContain("problem-hosts", "log");
            assertThat(second.gleaner("eta", waits).out()).contains("until its host makes more units");
        } finally {
            second.stop();
        }
    }

    @Test
    void one_that_never_answers_is_killed_and_its_owner_hears_why(@TempDir Path other) throws Exception {
        TestGrid second = new TestGrid(other, Duration.ofSeconds(5));
        String url = Files.readString(second.home().resolve("server/address"), UTF_8);
        String token = Files.readString(second.home().resolve("server/admin.token"), UTF_8);
        try (Gleaner there = Gleaner.connect(url.strip(), token.strip())) {
            SubmittedProblem<Integer> hangs =
                    there.submit(new Problem<>("hangs", new SampleProblems.Hanging(), SampleProblems.Same.class));

            assertThatThrownBy(() -> hangs.answer(PATIENCE))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("was stopped: It did not answer within 5 s.");
            assertThat(second.gleaner("why", Long.toString(hangs.id())).out())
                    .contains("It did not answer within 5 s.");
            until(() -> hosts(other) == 0);
        } finally {
            second.stop();
        }
    }

    @Test
    void a_host_that_is_busy_ends_at_once_when_its_problem_is_cancelled_or_deleted(@TempDir Path other)
            throws Exception {
        TestGrid second = new TestGrid(other);
        String url = Files.readString(second.home().resolve("server/address"), UTF_8);
        String token = Files.readString(second.home().resolve("server/admin.token"), UTF_8);
        try (Gleaner there = Gleaner.connect(url.strip(), token.strip())) {
            for (List<String> verb : List.of(List.of("cancel"), List.of("delete", "--yes"))) {
                long hangs = there.submit(
                                new Problem<>("hangs", new SampleProblems.Hanging(), SampleProblems.Same.class))
                        .id();
                until(() -> hosts(other) > 0);
                List<String> words = new ArrayList<>(verb);
                words.add(Long.toString(hangs));

                assertThat(second.gleaner(words.toArray(String[]::new)).exit()).isZero();

                until(() -> hosts(other) == 0);
            }
        } finally {
            second.stop();
        }
    }

    @Test
    void machines_that_are_slower_than_it_wishes_compute_no_unit() throws Exception {
        SubmittedProblem<Long> fast = gleaner.submit(
                new Problem<>("fast", new SampleProblems.Squares(9, 3), SampleProblems.SumOfSquares.class)
                        .minSpeed(50));
        String id = Long.toString(fast.id());

        until(() -> grid.gleaner("why", id).out().contains("too slow"));

        fast.cancel();
        assertThatThrownBy(() -> fast.answer(PATIENCE)).isInstanceOf(ExecutionException.class);
    }

    /** So many processes are hosts of a server below this directory. */
    private static long hosts(Path directory) {
        return ProcessHandle.current()
                .descendants()
                .filter(one -> one.info().commandLine().orElse("").contains(directory.toString()))
                .count();
    }

    private static JobDetail detail(String id) throws Exception {
        return grid.calls().job(new JobId(Long.parseLong(id))).get();
    }

    private static String token() throws IOException {
        return Files.readString(grid.home().resolve("server/admin.token"), UTF_8)
                .strip();
    }

    private static void until(Callable<Boolean> sign) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(sign);
    }
}
