package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.RanElsewhere;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An executor with a real server, a real agent, and a JVM for each task. */
final class ExecutorComponentTest {
    @TempDir
    static Path root;

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
    }

    @AfterAll
    static void stop() throws Exception {
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
        Future<?> halted = pool.submit(TravellingCalls.halt());

        assertThatThrownBy(() -> exited.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("System.exit");
        assertThatThrownBy(() -> halted.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("without an outcome");
    }

    @Test
    void a_call_that_runs_is_cancelled_and_its_task_too() throws Exception {
        try (GridExecutor own = gleaner.executor("endless")) {
            Future<Integer> call = own.submit(TravellingCalls.forEver());
            assertThatThrownBy(() -> call.get(10, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            assertThat(call.cancel(true)).isTrue();

            assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
        }
        assertThat(grid.gleaner("status", "name:endless").out()).contains("cancelled");
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
}
