package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.ProgressBar;
import org.gleaner.client.executor.RanElsewhere;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An executor with a real server, a real agent, and a JVM for each task. */
final class ExecutorComponentTest {
    @TempDir
    static Path root;

    private static final Logger LOGGER = Logger.getLogger("org.gleaner.client.executor");
    private static final LinkedBlockingQueue<String> LOG = new LinkedBlockingQueue<>();
    private static final Handler logged = new Handler() {
        @Override
        public void publish(LogRecord line) {
            LOG.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private static TestGrid grid;
    private static Gleaner gleaner;
    private static GridExecutor pool;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                Files.readString(data.resolve("address"), UTF_8).strip(),
                Files.readString(data.resolve("admin.token"), UTF_8).strip());
        pool = gleaner.executor("travel");
        LOGGER.addHandler(logged);
        // Long before somebody asks, as it is told only after some seconds.
        gleaner.executor("cobol", ExecutorOptions.usual().needs("cobol:7")).execute(TravellingCalls.exit());
    }

    @AfterAll
    static void stop() throws Exception {
        LOGGER.removeHandler(logged);
        gleaner.close();
        grid.stop();
    }

    @Test
    void a_call_runs_in_another_jvm_and_its_result_comes_back() throws Exception {
        Future<TravellingCalls.Answer> answer = pool.submit(TravellingCalls.answer("here"));

        assertThat(answer.get(1, TimeUnit.MINUTES).text()).isEqualTo("here!");
        assertThat(answer.get().process()).isNotEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void calls_that_no_machine_can_run_are_told_in_the_log() throws Exception {
        assertThat(LOG.poll(1, TimeUnit.MINUTES))
                .startsWith("No call of the executor 'cobol' runs:")
                .contains("cobol");
    }

    @Test
    void an_exception_comes_back_with_its_stack_node_and_attempt() {
        Future<Object> failed = pool.submit(TravellingCalls.wrong());

        assertThatThrownBy(() -> failed.get(1, TimeUnit.MINUTES))
                .cause()
                .isInstanceOfSatisfying(
                        TravellingCalls.Wrong.class,
                        wrong -> assertThat(wrong.where).containsExactly(1, 2))
                .hasRootCauseInstanceOf(RanElsewhere.class)
                .rootCause()
                .hasMessageMatching("thrown in attempt \\d+\\.\\d+#1 on .+");
    }

    @Test
    void whatever_ends_its_jvm_fails_alone() {
        Future<?> exited = pool.submit(TravellingCalls.exit());
        Future<?> halted = pool.submit(TravellingCalls.halt(4));
        Future<?> quiet = pool.submit(TravellingCalls.halt(0));

        assertThatThrownBy(() -> exited.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("System.exit, in org.gleaner.cli.TravellingCalls.");
        assertThatThrownBy(() -> halted.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("left no outcome (exit code 4), as after Runtime.halt.");
        assertThatThrownBy(() -> quiet.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("left no outcome (exit code 0), as after Runtime.halt.");
    }

    @Test
    void nobody_is_advised_to_retry_calls_whose_program_has_been_told() {
        try (GridExecutor own = gleaner.executor("leaving")) {
            Future<?> halted = own.submit(TravellingCalls.halt(4));
            assertThatThrownBy(() -> halted.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(GridException.class);
        }

        assertThat(grid.gleaner("wait", "name:leaving").err())
                .contains("1 task blocked", "' says what to do; a retry would not pass its results to any program.")
                .doesNotContain("gleaner retry");
        assertThat(grid.gleaner("why", "name:leaving").out()).contains("run the program again");

        assertThat(grid.gleaner("cancel", "name:leaving").exit()).isZero();
        assertThat(grid.gleaner("wait", "name:leaving").err())
                .contains("1 task cancelled", "' says what to do; a retry would not pass its results to any program.");
        assertThat(grid.gleaner("why", "name:leaving").out())
                .contains("Run the Java program that made the calls again")
                .doesNotContain("gleaner retry");
    }

    @Test
    void a_call_that_runs_is_cancelled_and_its_task_too() throws Exception {
        try (GridExecutor own = gleaner.executor("endless")) {
            Future<Integer> call = own.submit(TravellingCalls.forEver());
            assertThatThrownBy(() -> call.get(10, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            untilTasks("endless", tasks -> tasks.running() == 1);

            assertThat(call.cancel(true)).isTrue();

            assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
            untilTasks("endless", tasks -> tasks.cancelled() == 1);
        }
        assertThat(grid.gleaner("status", "name:endless").out()).contains("cancelled");
    }

    @Test
    void whoever_is_told_of_a_result_may_wait_for_another_call_and_fail() throws Exception {
        try (GridExecutor own = gleaner.executor("chain")) {
            own.onProgress(counts -> {
                throw new IllegalStateException("a bad listener, as this test wants it");
            });

            CompletableFuture<Integer> sum = own.async(TravellingCalls.square(2))
                    .thenApply(first -> first + joined(own.submit(TravellingCalls.square(3))));

            assertThat(sum.get(2, TimeUnit.MINUTES)).isEqualTo(13);
        }
    }

    private static int joined(Future<Integer> call) {
        try {
            return call.get(1, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void a_call_that_has_not_begun_is_cancelled_even_if_it_may_not_be_interrupted() throws Exception {
        Path go = root.resolve("go-lazy");
        Path touched = root.resolve("touched");
        GridExecutor own = gleaner.executor("lazy");
        try {
            List<Future<Integer>> busy = List.of(
                    own.submit(TravellingCalls.until(go.toString(), 1)),
                    own.submit(TravellingCalls.until(go.toString(), 2)));
            Future<Path> waits = own.submit(TravellingCalls.touch(touched.toString()));
            untilTasks("lazy", tasks -> tasks.running() == 2 && tasks.ready() == 1);

            assertThat(waits.cancel(false)).isTrue();

            untilTasks("lazy", tasks -> tasks.cancelled() == 1);
            Files.createFile(go);
            assertThat(busy.get(0).get(1, TimeUnit.MINUTES)).isEqualTo(1);
            assertThat(busy.get(1).get(1, TimeUnit.MINUTES)).isEqualTo(2);
            assertThat(touched).doesNotExist();
        } finally {
            own.shutdownNow();
        }
    }

    private static void untilTasks(String name, Predicate<TaskCounts> wanted) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> grid.calls().jobs("name:" + name, 10).get().jobs().stream()
                        .anyMatch(job -> wanted.test(job.tasks())));
    }

    @Test
    void short_calls_share_tasks_and_the_job_is_sealed_in_the_end() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            tasks.add(TravellingCalls.square(i));
        }
        GridExecutor many = gleaner.executor("many");

        assertThat(many.submit(TravellingCalls.square(7)).get(1, TimeUnit.MINUTES))
                .isEqualTo(49);
        List<Future<Integer>> squares = many.invokeAll(tasks);
        many.close();

        for (int i = 0; i < squares.size(); i++) {
            assertThat(squares.get(i).get()).isEqualTo(i * i);
        }
        assertThat(grid.calls().jobs("name:many", 10).get().jobs())
                .singleElement()
                .satisfies(job -> {
                    assertThat(job.growing()).isFalse();
                    assertThat(job.tasks().done()).isLessThan(50);
                });
    }

    @Test
    void a_crash_hits_only_the_call_that_crashed_though_others_shared_its_task() throws Exception {
        try (GridExecutor shared = gleaner.executor("shared")) {
            assertThat(shared.submit(TravellingCalls.square(7)).get(1, TimeUnit.MINUTES))
                    .isEqualTo(49);

            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                all.add(i == 5 ? shared.submit(TravellingCalls.halt(4)) : shared.submit(TravellingCalls.square(i)));
            }

            for (int i = 0; i < 12; i++) {
                Future<?> one = all.get(i);
                if (i == 5) {
                    assertThatThrownBy(() -> one.get(2, TimeUnit.MINUTES)).hasCauseInstanceOf(GridException.class);
                } else {
                    assertThat(one.get(2, TimeUnit.MINUTES)).isEqualTo(i * i);
                }
            }
        }
    }

    @Test
    void calls_find_the_files_properties_and_variables_of_their_executor() throws Exception {
        Path given = Files.writeString(root.resolve("given.txt"), "file");
        ExecutorOptions options = ExecutorOptions.usual()
                .file(given)
                .property("given", "{} property")
                .variable("GIVEN", "variable")
                .memory("300M")
                .time(Duration.ofMinutes(5));
        try (GridExecutor own = gleaner.executor("given", options)) {
            assertThat(own.submit(TravellingCalls.surroundings()).get(1, TimeUnit.MINUTES))
                    .isEqualTo("file {} property variable 1");
        }
    }

    @Test
    void calls_outlast_a_server_that_is_away_and_a_job_that_somebody_sealed() throws Exception {
        Path data = grid.home().resolve("server");
        URI address =
                URI.create(Files.readString(data.resolve("address"), UTF_8).strip());
        String token = Files.readString(data.resolve("admin.token"), UTF_8).strip();
        Path go = root.resolve("go");
        try (Door door = new Door(address.getPort());
                Gleaner behind = Gleaner.connect("http://127.0.0.1:" + door.port(), token)) {
            GridExecutor own = behind.executor("away");
            Future<Integer> waits = own.submit(TravellingCalls.until(go.toString(), 1));
            JobId job = awaitJob("away");
            door.shut();
            Future<Integer> later = own.submit(TravellingCalls.square(3));
            grid.calls().seal(job).get();
            Files.createFile(go);
            assertThat(waits.isDone()).isFalse();

            door.open();

            assertThat(waits.get(2, TimeUnit.MINUTES)).isEqualTo(1);
            assertThat(later.get(2, TimeUnit.MINUTES)).isEqualTo(9);
        }
        assertThat(grid.calls().jobs("name:away", 10).get().jobs()).hasSize(2).allMatch(one -> !one.growing());
    }

    @Test
    void a_server_that_is_away_when_an_executor_ends_hears_of_it_when_it_is_back() throws Exception {
        Path data = grid.home().resolve("server");
        URI address =
                URI.create(Files.readString(data.resolve("address"), UTF_8).strip());
        String token = Files.readString(data.resolve("admin.token"), UTF_8).strip();
        try (Door door = new Door(address.getPort());
                Gleaner behind = Gleaner.connect("http://127.0.0.1:" + door.port(), token)) {
            GridExecutor done = behind.executor("said");
            assertThat(done.submit(TravellingCalls.square(3)).get(1, TimeUnit.MINUTES))
                    .isEqualTo(9);
            GridExecutor busy = behind.executor("stopped");
            Future<Integer> never =
                    busy.submit(TravellingCalls.until(root.resolve("never").toString(), 1));
            awaitJob("stopped");
            door.shut();
            int before = door.turnedAway();
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(busy::shutdownNow);
            done.shutdown();
            await().atMost(Duration.ofMinutes(1)).until(() -> door.turnedAway() > before + 4);

            door.open();

            stopped.get(1, TimeUnit.MINUTES);
            untilTasks("stopped", tasks -> tasks.cancelled() == 1);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> grid.calls().jobs("name:said", 10).get().jobs().stream()
                            .noneMatch(job -> job.growing()));
            assertThat(never.isDone()).isTrue();
        }
    }

    @Test
    void a_job_that_somebody_cancels_cancels_its_calls_and_the_next_call_gets_another() throws Exception {
        GridExecutor own = gleaner.executor("doomed");
        try {
            Future<Integer> call = own.submit(TravellingCalls.forEver());
            JobId job = awaitJob("doomed");

            grid.calls().change(Verb.CANCEL, job.toString()).get();

            assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
            assertThat(own.submit(TravellingCalls.square(4)).get(1, TimeUnit.MINUTES))
                    .isEqualTo(16);
        } finally {
            own.shutdownNow();
        }
    }

    @Test
    void two_versions_of_a_class_never_mix() throws Exception {
        try (GridExecutor own = gleaner.executor("versions");
                URLClassLoader first = version("one");
                URLClassLoader second = version("two")) {
            Future<?> one = own.submit(task(first));
            Future<?> two = own.submit(task(second));
            Future<?> again = own.submit(task(first));

            assertThat(one.get(1, TimeUnit.MINUTES)).isEqualTo("one");
            assertThat(two.get(1, TimeUnit.MINUTES)).isEqualTo("two");
            assertThat(again.get(1, TimeUnit.MINUTES)).isEqualTo("one");
        }
    }

    @Test
    void another_program_comes_back_to_calls_that_were_left_to_the_pool() throws Exception {
        Path data = grid.home().resolve("server");
        String address = Files.readString(data.resolve("address"), UTF_8).strip();
        String token = Files.readString(data.resolve("admin.token"), UTF_8).strip();
        Path go = root.resolve("go-on");
        List<Future<?>> here = new ArrayList<>();
        List<String> jobs;
        StringBuilder drawn = new StringBuilder();
        try (Gleaner first = Gleaner.connect(address, token)) {
            GridExecutor own = first.executor("left");
            own.onProgress(new ProgressBar("left", drawn));
            here.add(own.submit(TravellingCalls.until(go.toString(), 1)));
            here.add(own.submit(TravellingCalls.answer("there")));
            here.add(own.submit(TravellingCalls.wrong()));
            jobs = own.detach();
        }
        assertThat(here).allMatch(Future::isDone);
        assertThat(drawn.toString().lines()).last().asString().contains("/3").endsWith(" detached");

        try (Gleaner second = Gleaner.connect(address, token)) {
            NavigableMap<Long, Future<TravellingCalls.Answer>> found =
                    second.attach(TravellingCalls.Answer.class, jobs.toArray(new String[0]));
            NavigableMap<Long, Future<Integer>> named = second.attach(Integer.class, "name:left");
            List<Future<TravellingCalls.Answer>> inOrder = List.copyOf(found.values());
            Files.createFile(go);

            assertThat(found).containsOnlyKeys(1L, 2L, 3L);
            assertThat(inOrder.get(1).get(1, TimeUnit.MINUTES).text()).isEqualTo("there!");
            assertThatThrownBy(() -> inOrder.get(2).get(1, TimeUnit.MINUTES))
                    .hasCauseInstanceOf(TravellingCalls.Wrong.class);
            assertThat(named.firstEntry().getValue().get(1, TimeUnit.MINUTES)).isEqualTo(1);
            assertThatThrownBy(() -> second.attach(Integer.class, "name:nobody"))
                    .isInstanceOf(GridException.class);
        }
        assertThat(grid.calls().jobs("name:left", 10).get().jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.growing()).isFalse());
    }

    @Test
    void calls_whose_token_is_revoked_fail_with_their_job_in_which_a_new_token_finds_them() throws Exception {
        String address =
                Files.readString(grid.home().resolve("server/address"), UTF_8).strip();
        String token = grid.gleaner("user", "add", "dee").out().strip();
        Path go = root.resolve("go-dee");
        try (Gleaner hers = Gleaner.connect(address, token)) {
            Future<Integer> call = hers.executor("hers").submit(TravellingCalls.until(go.toString(), 1));
            untilTasks("hers", counts -> counts.running() > 0);

            grid.gleaner("user", "remove", "dee");

            assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES))
                    .hasCauseInstanceOf(GridException.class)
                    .hasMessageContaining("It is unknown what became of the call, which was sent in job ");
        }
        Files.createFile(go);
        String next = grid.gleaner("user", "add", "dee", "--take-over").out().strip();
        try (Gleaner hers = Gleaner.connect(address, next)) {
            assertThat(hers.attach(Integer.class, "name:hers")
                            .firstEntry()
                            .getValue()
                            .get(1, TimeUnit.MINUTES))
                    .isEqualTo(1);
        }
    }

    @Test
    void whoever_attaches_to_a_job_that_grows_is_heard_there() throws Exception {
        Path data = grid.home().resolve("server");
        URI address =
                URI.create(Files.readString(data.resolve("address"), UTF_8).strip());
        String token = Files.readString(data.resolve("admin.token"), UTF_8).strip();
        Path go = root.resolve("go-heard");
        try (GridExecutor own = gleaner.executor("heard");
                Door door = new Door(address.getPort());
                Gleaner other = Gleaner.connect("http://127.0.0.1:" + door.port(), token)) {
            Future<Integer> call = own.submit(TravellingCalls.until(go.toString(), 1));
            JobId job = awaitJob("heard");

            NavigableMap<Long, Future<Integer>> attached = other.attach(Integer.class, "name:heard");

            assertThat(door.heard("POST /api/v1/jobs/" + job + "/tasks ")).isTrue();
            Files.createFile(go);
            assertThat(attached.get(1L).get(1, TimeUnit.MINUTES)).isEqualTo(1);
            assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo(1);
        }
    }

    @Test
    void a_call_that_takes_longer_than_its_executor_allows_is_ended_and_says_so() throws Exception {
        ExecutorOptions options = ExecutorOptions.usual().time(Duration.ofSeconds(1));
        try (GridExecutor own = gleaner.executor("hasty", options)) {
            Future<Integer> call = own.submit(TravellingCalls.forEver());

            assertThatThrownBy(() -> call.get(2, TimeUnit.MINUTES))
                    .hasCauseInstanceOf(GridException.class)
                    .hasMessageContaining("The JVM of the call ended without an outcome: time")
                    .hasMessageContaining("attempt");
        }
    }

    @Test
    void random_numbers_of_a_call_are_the_same_there_as_here() throws Exception {
        ExecutorOptions options = ExecutorOptions.usual().seed(7);
        try (Gleaner local = Gleaner.local();
                GridExecutor here = local.executor("dice", options);
                GridExecutor there = gleaner.executor("dice", options)) {
            assertThat(there.submit(TravellingCalls.dice()).get(1, TimeUnit.MINUTES))
                    .isEqualTo(here.submit(TravellingCalls.dice()).get(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void a_map_gives_results_of_other_machines_as_they_arrive() {
        try (GridExecutor own = gleaner.executor("mapped");
                Stream<Integer> squares = own.map(List.of(1, 2, 3), TravellingCalls.squaring())) {
            assertThat(squares).containsExactlyInAnyOrder(1, 4, 9);
        }
    }

    private static URLClassLoader version(String word) throws Exception {
        Path classes = Files.createDirectories(root.resolve("version-" + word));
        Path source = Files.writeString(
                classes.resolve("Version.java"),
                "public class Version implements org.gleaner.client.executor.Task<String> {"
                        + " public String call() { return \"" + word + "\"; } }");
        Path api = Path.of(Gleaner.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        api.toString(),
                        source.toString());
        assertThat(failed).isZero();
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, Gleaner.class.getClassLoader());
    }

    private static Callable<?> task(ClassLoader version) throws ReflectiveOperationException {
        return (Callable<?>)
                version.loadClass("Version").getDeclaredConstructor().newInstance();
    }

    private static JobId awaitJob(String name) throws Exception {
        return await().atMost(Duration.ofMinutes(1))
                .until(
                        () -> grid.calls().jobs("name:" + name, 10).get().jobs(),
                        found -> found.stream().anyMatch(job -> job.tasks().running() > 0))
                .get(0)
                .id();
    }
}
