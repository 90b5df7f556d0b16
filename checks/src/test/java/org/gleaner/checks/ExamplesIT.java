package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.machine.Machine;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Hosting;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.torture.Example;
import org.gleaner.lab.torture.ExampleCheck;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as their pages say that they are run, on a server, with hosts and agents that are processes. */
class ExamplesIT {
    /** As long as the unit that stands still is waited for; a busy machine starts a JVM within that. */
    private static final Duration EXPIRY = Duration.ofSeconds(30);

    /** Units take longer to start than to compute, and do not give way to everybody here. */
    private static final List<String> AT_ONCE = List.of("env", "GLEANER_AGENT_PRIORITY=normal");

    private static final int MOST_TRIES = 5;

    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));
    private static AgentChild agent;

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        assumeTrue(Machine.isRoot(), "hosts are confined as another user, which needs root");
        grid = new RealGrid(temp).startServer().set("long-call", "1s");
        agent = grid.startAgentBehind("agent", 2, List.of("--sandbox", "off"), AT_ONCE);
        grid.startAgentBehind("other", 1, List.of("--sandbox", "off"), AT_ONCE);
        grid.well("java", "jar", temp);
        Path examples = Files.createDirectory(temp.resolve("examples"));
        for (Example example : Example.values()) {
            String name = example.program() + ".java";
            Files.copy(RealGrid.LAUNCHER.resolveSibling("examples").resolve(name), examples.resolve(name));
        }
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    private static Shell.Started started(Example example) throws IOException {
        return new Shell(temp)
                .with("GLEANER_URL", grid.url())
                .with("GLEANER_TOKEN", grid.adminToken())
                .start("java", "-cp", "gleaner-client.jar", "examples/" + example.program() + ".java", "small");
    }

    private static void assertRight(Example example, Shell.Started run) throws Exception {
        Shell.Result result = run.result();

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(ExampleCheck.wrong(example, result.out().strip(), 1))
                .as(result.out())
                .isEmpty();
    }

    @Test
    void examples_find_what_they_look_for_and_a_unit_that_stands_still_goes_to_another_machine() throws Exception {
        RealGrid.until(
                "both agents are there",
                () -> grid.calls().nodes().get().nodes().size() == 2);
        try (Gleaner gleaner = Gleaner.connect(grid.url(), grid.adminToken())) {
            StandingProblem standing = new StandingProblem(temp.resolve("begun").toString());
            SubmittedProblem<String> problem =
                    gleaner.submit(new Problem<>("standing", standing, StandingProblem.Stand.class)
                            .with("copies", "1")
                            .expiry(EXPIRY));
            JobId job = new JobId(problem.id());
            RealGrid.until(
                    "it stands still",
                    () -> Files.exists(temp.resolve("begun"))
                            || grid.job(job).state().isFinal());
            NodeId first = last(job).node();
            Map<Example, Shell.Started> all = new EnumMap<>(Example.class);
            for (Example example : List.of(Example.LIGHT, Example.LOGARITHM, Example.REPEATS)) {
                all.put(example, started(example));
            }

            for (Map.Entry<Example, Shell.Started> one : all.entrySet()) {
                assertRight(one.getKey(), one.getValue());
            }
            assertThat(problem.answer(Duration.ofMinutes(5))).isEqualTo("computed");
            assertThat(grid.tasks(job)).extracting(TaskRow::attempts).containsExactly(2);
            assertThat(last(job).node()).isNotEqualTo(first);
        }
    }

    @Test
    void one_whose_agent_is_killed_in_the_middle_finds_it_too() throws Exception {
        boolean middle = false;
        // Once in a while it is over before its agent is killed.
        for (int i = 0; i < MOST_TRIES && !middle; i++) {
            int before = i;
            Shell.Started run = started(Example.TOUR);
            RealGrid.until("it is submitted", () -> tours() > before);
            JobId job = grid.calls().jobs("name:tsp", 1).get().jobs().get(0).id();
            RealGrid.until("a unit is merged", () -> merged(job) > 0);

            agent.child().kill();

            middle = !grid.job(job).state().isFinal();
            agent.start();
            assertRight(Example.TOUR, run);
        }
        assertThat(middle).isTrue();
    }

    private static int tours() throws Exception {
        return grid.calls().jobs("all", 100).get().jobs().stream()
                .map(JobSummary::name)
                .filter("tsp"::equals)
                .toList()
                .size();
    }

    private static int merged(JobId job) throws Exception {
        Hosting hosting = grid.calls().job(job).get().spec().hosting();
        return hosting == null ? 0 : hosting.merged();
    }

    private static LastAttempt last(JobId job) throws Exception {
        LastAttempt last = grid.tasks(job).get(0).last();
        if (last == null) {
            throw new IllegalStateException("its unit was not tried");
        }
        return last;
    }
}
