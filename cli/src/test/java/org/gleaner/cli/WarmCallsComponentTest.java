package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.Action;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls in a JVM that ran other calls of their executor before, in a real sandbox. */
final class WarmCallsComponentTest {
    /** What a call finds that is the first in its JVM, and of one that is not. */
    private static final String FIRST = "1 given";

    private static final String SECOND = "2 given";

    @TempDir
    static Path root;

    private static TestGrid grid;
    private static Gleaner gleaner;
    private static ExecutorOptions options;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root, System.getenv(), InstantSource.system(), Fence.DEFAULT);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                Files.readString(data.resolve("address"), UTF_8).strip(),
                Files.readString(data.resolve("admin.token"), UTF_8).strip());
        options = ExecutorOptions.usual().memory("200M").file(Files.writeString(root.resolve("given.txt"), "given"));
    }

    @AfterAll
    static void stop() throws Exception {
        gleaner.close();
        grid.stop();
    }

    @Test
    void what_calls_leave_is_not_there_for_the_next_whether_its_jvm_is_the_same_or_not() throws Exception {
        try (GridExecutor pool = gleaner.executor("leaving", options)) {
            assertThat(look(pool)).isEqualTo(FIRST);
            assumeThat(look(pool)).as("there is a sandbox here").isEqualTo(SECOND);

            for (Action same : List.of(LeavingCalls.files(), LeavingCalls.interrupt(), LeavingCalls.politely())) {
                assertThat(pool.submit(same).get(1, TimeUnit.MINUTES)).isNull();
                assertThat(look(pool)).endsWith(" given").isNotEqualTo(FIRST);
            }
            for (Action spoiling : List.of(
                    LeavingCalls.thread(),
                    LeavingCalls.process(),
                    LeavingCalls.input(),
                    LeavingCalls.memory(),
                    LeavingCalls.answer("what nobody asked\n"),
                    TravellingCalls.exit(),
                    TravellingCalls.halt())) {
                assertThat(isDone(pool.submit(spoiling))).isTrue();
                assertThat(look(pool)).isEqualTo(FIRST);
                assertThat(look(pool)).isEqualTo(SECOND);
            }
        }
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
    void a_call_that_is_cancelled_ends_with_its_jvm_and_another_executor_has_its_own() throws Exception {
        try (GridExecutor pool = gleaner.executor("one", options);
                GridExecutor other = gleaner.executor("other", options)) {
            assertThat(look(pool)).isEqualTo(FIRST);
            assertThat(look(other)).isEqualTo(FIRST);

            Future<Integer> endless = pool.submit(TravellingCalls.forEver());
            assertThatThrownBy(() -> endless.get(10, TimeUnit.MILLISECONDS)).isNotNull();
            assertThat(endless.cancel(true)).isTrue();

            assertThat(look(pool)).isEqualTo(FIRST);
        }
    }
}
