package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Algorithms that mean harm, and calls of an executor, on a node with a real sandbox. After each of them the next
 * problem is solved.
 */
final class HostileUnitsComponentTest {
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
        grid = new TestGrid(root, System.getenv(), InstantSource.system(), Fence.DEFAULT);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                Files.readString(data.resolve("address"), UTF_8).strip(),
                Files.readString(data.resolve("admin.token"), UTF_8).strip());
    }

    @AfterAll
    static void stop() throws Exception {
        if (grid != null) {
            gleaner.close();
            grid.stop();
        }
    }

    private static SubmittedProblem<Object> unit(String deed, String memory) {
        return gleaner.submit(new Problem<>("hostile", new SampleProblems.OneUnit(deed), SampleProblems.BadUnit.class)
                .with("max-failures", "1")
                .minMemory(memory));
    }

    @AfterEach
    void others_go_on() throws Exception {
        SubmittedProblem<Long> squares = gleaner.submit(
                new Problem<>("squares", new SampleProblems.Squares(100, 50), SampleProblems.SumOfSquares.class));

        assertThat(squares.answer(PATIENCE)).isEqualTo(328_350);
    }

    @Test
    void one_gets_only_so_many_processes_and_leaves_none() throws Exception {
        String seconds = "8" + ProcessHandle.current().pid();

        assertThatThrownBy(() -> unit("fork " + seconds, "1G").answer(PATIENCE))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("process");
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.allProcesses()
                        .noneMatch(one -> one.info().commandLine().orElse("").endsWith("sleep " + seconds)));
    }

    @Test
    void one_reads_nothing_of_others_and_writes_nowhere_but_in_its_own_directory() throws Exception {
        Path secret = Files.writeString(root.resolve("secret"), "secret");

        assertThat(unit("look " + secret, "256M").answer(PATIENCE))
                .isEqualTo("read nothing, no, no, no, no, no, no, 0 processes of others");
        assertThat(root.resolve("secret.more")).doesNotExist();
    }

    @Test
    void a_large_result_is_merged_and_one_beyond_the_bound_is_refused_with_the_bound() throws Exception {
        assertThat(unit("array " + (40 << 20), "512M").answer(PATIENCE)).isEqualTo((40 << 20) + " bytes");

        assertThatThrownBy(() -> unit("endless", "1G").answer(PATIENCE))
                .hasMessageContaining("The algorithm returned something that can't be serialised")
                .hasMessageContaining("it has more than 268435456 bytes");
    }

    @Test
    void what_is_no_value_is_never_merged() throws Exception {
        assertThatThrownBy(() -> unit("thread", "256M").answer(PATIENCE))
                .hasMessageContaining("java.lang.Thread is not serialisable");
        assertThatThrownBy(() -> unit("code", "256M").answer(PATIENCE))
                .hasMessageContaining("java.lang.invoke.SerializedLambda is neither a JDK value nor");
    }

    @Test
    void one_that_ends_its_jvm_is_told_apart_from_one_that_throws() throws Exception {
        assertThatThrownBy(() -> unit("exit", "256M").answer(PATIENCE))
                .hasMessageContaining(
                        "The algorithm ended its JVM with System.exit, in org.gleaner.cli.SampleProblems");
        assertThatThrownBy(() -> unit("crash", "256M").answer(PATIENCE))
                .hasMessageContaining("can't be computed")
                .hasMessageContaining("exit code 77");
    }

    private static Object called(String deed, ExecutorOptions options) throws Exception {
        try (GridExecutor pool = gleaner.executor("hostile", options.with("max-failures", "1"))) {
            return pool.submit(HostileCalls.call(deed)).get(PATIENCE.toMinutes(), TimeUnit.MINUTES);
        }
    }

    @Test
    void a_call_gets_only_so_many_processes_and_leaves_none() throws Exception {
        String seconds = "7" + ProcessHandle.current().pid();

        assertThatThrownBy(
                        () -> called("fork " + seconds, ExecutorOptions.usual().memory("1G")))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("process");
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.allProcesses()
                        .noneMatch(one -> one.info().commandLine().orElse("").endsWith("sleep " + seconds)));
    }

    @Test
    void a_call_reads_and_writes_nothing_of_others_and_its_result_has_a_bound() throws Exception {
        Path secret = Files.writeString(root.resolve("secret-of-calls"), "secret");
        ExecutorOptions large = ExecutorOptions.usual().memory("1G");

        assertThat(called("look " + secret, large))
                .isEqualTo("read nothing, no, no, no, no, no, no, 0 processes of others");
        assertThat(root.resolve("secret-of-calls.more")).doesNotExist();
        assertThatThrownBy(() -> called("endless", large))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("it has more than 268435456 bytes");
    }

    @Test
    void a_call_that_loops_for_ever_ends_with_its_limit() {
        ExecutorOptions limited = ExecutorOptions.usual().memory("256M").time(Duration.ofSeconds(2));

        assertThatThrownBy(() -> called("loop", limited))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("timed-out");
    }
}
