package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.gleaner.agent.machine.Machine;
import org.gleaner.cli.SampleProblems.Deed;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
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
        assumeTrue(
                Machine.isRoot() && new SandboxedHost(root).obstacle().isEmpty(),
                "hosts are confined as another user, which needs root and bubblewrap");
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

    private static SubmittedProblem<String> submit(Deed deed) throws IOException {
        int port = URI.create(address()).getPort();
        return gleaner.submit(
                new Problem<>("misbehaving", new SampleProblems.Misbehaving(deed, port), SampleProblems.Same.class));
    }

    private static String address() throws IOException {
        return Files.readString(grid.home().resolve("server/address"), UTF_8).strip();
    }

    @Test
    void a_problem_is_solved_by_units_and_another_program_finds_its_answer() throws Exception {
        SubmittedProblem<Long> squares = gleaner.submit(
                new Problem<>("squares", new SampleProblems.Squares(100, 30), SampleProblems.SumOfSquares.class)
                        .weight(3)
                        .minMemory("512M"));

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
    void units_follow_from_earlier_results() throws Exception {
        SubmittedProblem<List<Long>> stages =
                gleaner.submit(new Problem<>("stages", new SampleProblems.Stages(3), SampleProblems.Doubling.class));

        assertThat(stages.answer(PATIENCE)).containsExactly(6L, 14L, 30L);
    }

    @Test
    void a_host_is_another_user_without_network_and_files() throws Exception {
        assertThat(submit(Deed.LOOK_AROUND).answer(PATIENCE)).isEqualTo("user nobody wrote nothing connected nowhere");
    }

    /** Three at once, and one host at a time. */
    @Test
    void what_its_code_does_stops_a_problem_and_its_owner_hears_why() throws Exception {
        assertThat(grid.gleaner("config", "set", "problem-hosts", "1").exit()).isZero();
        SubmittedProblem<String> threw = submit(Deed.THROW);
        SubmittedProblem<String> hogged = submit(Deed.HOG_MEMORY);
        SubmittedProblem<String> exited = submit(Deed.EXIT);

        assertThatThrownBy(() -> threw.answer(PATIENCE))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("these results contradict each other");
        assertThatThrownBy(() -> hogged.answer(PATIENCE)).hasMessageContaining("more memory");
        assertThatThrownBy(() -> exited.answer(PATIENCE)).hasMessageContaining("exit code 9");
        assertThat(grid.gleaner("why", Long.toString(threw.id())).out()).contains("these results contradict");
        assertThat(grid.gleaner("status", Long.toString(threw.id())).out())
                .contains("these results contradict each other");
    }
}
