package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.Action;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.message.Start;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls in a JVM that ran other calls of their executor before, in a real sandbox. */
final class WarmCallsComponentTest {
    /** What a call finds that is the first of its kind in its JVM. */
    private static final String FIRST = "1 given";

    @TempDir
    static Path root;

    private static TestGrid grid;
    private static Gleaner gleaner;
    private static ExecutorOptions options;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "bwrap (package bubblewrap) is not installed");
        grid = new TestGrid(root, System.getenv(), InstantSource.system(), Fence.DEFAULT);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                Files.readString(data.resolve("address"), UTF_8).strip(),
                Files.readString(data.resolve("admin.token"), UTF_8).strip());
        options = ExecutorOptions.usual().memory("200M").file(Files.writeString(root.resolve("given.txt"), "given"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (gleaner != null) {
            gleaner.close();
            grid.stop();
        }
    }

    @Test
    void what_calls_leave_is_not_there_for_the_next_whether_its_jvm_is_the_same_or_not() throws Exception {
        try (GridExecutor pool = gleaner.executor("leaving", options)) {
            assertThat(look(pool)).isEqualTo(FIRST);

            for (Action same : List.of(LeavingCalls.files(), LeavingCalls.interrupt(), LeavingCalls.politely())) {
                untilShared(pool, same);
            }
            for (Action spoiling : List.of(
                    LeavingCalls.thread(),
                    LeavingCalls.process(),
                    LeavingCalls.input(),
                    LeavingCalls.memory(),
                    LeavingCalls.answer("what nobody asked\n"),
                    TravellingCalls.exit(),
                    TravellingCalls.halt(4))) {
                assertThat(isDone(pool.submit(spoiling))).isTrue();
                assertThat(look(pool)).isEqualTo(FIRST);
                untilShared(pool, LeavingCalls.politely());
            }
        }
    }

    /** Until somebody looks after it in the same JVM: on a busy machine the next may come when that waits no longer. */
    private static void untilShared(GridExecutor pool, Action call) throws Exception {
        String seen = FIRST;
        for (int tries = 0; tries < 20 && seen.equals(FIRST); tries++) {
            assertThat(pool.submit(call).get(1, TimeUnit.MINUTES)).isNull();
            seen = look(pool);
            assertThat(seen).endsWith(" given");
        }
        assertThat(seen).isNotEqualTo(FIRST);
    }

    private static String look(GridExecutor pool) throws Exception {
        return pool.submit(LeavingCalls.look()).get(1, TimeUnit.MINUTES);
    }

    private static boolean isDone(Future<?> call) throws Exception {
        try {
            Object unused = call.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException failed) {
            assertThat(failed.getCause()).isNotNull();
        }
        return call.isDone();
    }

    @Test
    void what_a_call_tells_of_its_progress_is_where_the_agent_looks_for_it() throws Exception {
        try (GridExecutor pool = gleaner.executor("telling", options)) {
            Future<Boolean> tells = pool.submit(LeavingCalls.tell("end"));
            try {
                await().atMost(Duration.ofMinutes(1))
                        .until(() ->
                                signs().stream().anyMatch(path -> path.toFile().length() > 0));

                Path sign = signs().get(0);
                assertThat(sign).hasContent("0.5");
                Files.createFile(sign.resolveSibling("end"));
                assertThat(tells.get(1, TimeUnit.MINUTES)).isTrue();
            } finally {
                // Else nobody would end it.
                boolean unused = tells.cancel(true);
            }
        }
    }

    /** What tasks of the agent tell now. */
    private static List<Path> signs() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> places = Files.newDirectoryStream(grid.home().resolve("agent/work"))) {
            for (Path place : places) {
                Path sign = place.resolve("files").resolve(Start.PROGRESS);
                if (Files.exists(sign)) {
                    found.add(sign);
                }
            }
        }
        return found;
    }

    @Test
    void a_call_that_is_cancelled_ends_with_its_jvm_and_another_executor_has_its_own() throws Exception {
        try (GridExecutor pool = gleaner.executor("one", options);
                GridExecutor other = gleaner.executor("other", options)) {
            assertThat(look(pool)).isEqualTo(FIRST);
            assertThat(look(other)).isEqualTo(FIRST);

            Future<Integer> endless = pool.submit(LeavingCalls.forEver());
            try {
                JobId job = grid.calls().jobs("name:one", 1).get().jobs().get(0).id();
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> !grid.calls()
                                .live(new TaskId(job, 2), 1, 0, 0)
                                .get()
                                .stdout()
                                .data()
                                .isEmpty());
            } finally {
                assertThat(endless.cancel(true)).isTrue();
            }

            assertThat(look(pool)).isEqualTo(FIRST);
        }
    }
}
