package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gleaner.agent.machine.Machine;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is killed with -9, no result is lost, none counts twice and nothing is left running. */
class KillIT {
    private static final int TASKS = 60;

    /** Between 0.2 and 0.5 seconds, with a result that depends on the number. */
    private static final String WORK = """
            awk -v n="$1" 'BEGIN {
                for (i = 1; i <= 200; i++) { x = (x * 31 + n * i) % 65521; print i, x }
            }' >result.txt
            sleep "0.$((2 + $1 % 4))"
            echo "task $1 says $(wc -l <result.txt) lines"
            """;

    /** Counts for ever, unless it goes on with what it had counted before. */
    private static final String COUNT = """
            n=$(cat count 2>/dev/null || echo 0)
            if [ "$GLEANER_RESUMED" = 1 ]; then echo "on from $n"; echo $((n + 1)) >count; exit; fi
            while :; do n=$((n + 1)); echo $n >count.new; mv count.new count; sleep 0.2; done
            """;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_the_server() throws Exception {
        grid = new RealGrid(temp).startServer();
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void every_task_has_one_result_although_an_agent_and_the_server_are_killed() throws Exception {
        grid.set("long-call", "1s", "suspect-after", "2s", "chunk-tasks", "4");
        grid.well("config", "set", "lost-after", "3s");
        AgentChild first = grid.startAgent("first", 1);
        AgentChild second = grid.startAgent("second", 1);
        AgentChild third = grid.startAgent("third", 2);
        goesOnElsewhere(List.of(first, second, third));
        grid.file("work.sh", WORK);
        JobId job = grid.submit("--in", "work.sh", "--out", "result.txt", "--array", "1-60", "sh", "work.sh", "{}");

        RealGrid.until(
                "a fifth is done",
                () -> grid.counts(job).done() >= 12
                        && !third.place().taskProcesses().isEmpty());
        third.child().kill();
        RealGrid.until("two fifths are done", () -> grid.counts(job).done() >= 24);
        grid.server().kill();
        RealGrid.until(
                "the agents have finished something that they can't hand in",
                () -> RealGrid.keptResults(first) + RealGrid.keptResults(second) > 0);
        grid.startServer();
        third.start();

        Shell.Result waited = grid.gleaner("wait", job, "--timeout", "60s");
        assertThat(waited.exit()).as(waited.err()).isZero();
        assertThat(grid.well("status", job, "--json")).contains("\"done\":60");
        grid.well("get", job, "--to", "fetched");
        assertThat(content(temp.resolve("fetched"))).isEqualTo(localRun());
        RealGrid.until(
                "the agents have forgotten all",
                () -> leftovers(first, second, third).isEmpty());
        assertThat(grid.taskProcesses()).isEmpty();
        RealGrid.stop(grid.server());
        assertThat(acceptedResults(job))
                .hasSize(TASKS)
                .allSatisfy((task, count) -> assertThat(count).isEqualTo(1));
    }

    /** What a task had saved is there for its next attempt, on another machine. */
    private void goesOnElsewhere(List<AgentChild> agents) throws Exception {
        String options = "--copies 1 --partial 1s --resume-partial --out count --shell";
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add(COUNT);
        JobId job = grid.submit(words.toArray(Object[]::new));
        RealGrid.until(
                "it has saved something",
                () -> !grid.tasks(job).get(0).partials().isEmpty());
        AgentChild holder = agents.get(0);
        for (AgentChild agent : agents) {
            holder = agent.place().taskProcesses().isEmpty() ? holder : agent;
        }

        holder.child().kill();
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).matches("on from [1-9][0-9]*\n");
        assertThat(grid.well("history", "--limit", "1")).contains(job + ".1#2", "resumed from #1");
        holder.start();
    }

    @Test
    void an_agent_that_returns_kills_what_it_left_running_and_its_task_runs_again_at_once() throws Exception {
        Path flag = temp.resolve("was here");
        String line =
                "if [ -e '" + flag + "' ]; then echo again; else : >'" + flag + "'; setsid sleep 1000 & sleep 1000; fi";
        AgentChild agent = grid.startAgent("agent", 1);
        JobId job = grid.submit("--shell", line);
        RealGrid.until("one child has a session of its own", () -> RealGrid.sessionsOfTasks(agent) >= 2);

        agent.child().kill();
        // Not how many exactly: what is about to end, or has just begun, shows for a moment in a session of its own.
        assertThat(RealGrid.sessionsOfTasks(agent)).as("orphans live on").isGreaterThanOrEqualTo(2);
        agent.start();
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo("again\n");
        assertThat(agent.place().taskProcesses()).isEmpty();
        assertThat(grid.tasks(job).get(0).attempts()).isEqualTo(2);
        RealGrid.until("nothing is left", () -> agent.place().leftovers().isEmpty());
    }

    @Test
    void cancel_kills_the_tree_with_children_that_left_the_session_and_confirms_it() throws Exception {
        grid.set("kill-grace", "1s");
        AgentChild agent = grid.startAgent("agent", 1);
        JobId job = grid.submit("--shell", "trap '' TERM; setsid sleep 1000 & sh -c 'sleep 1000 & sleep 1000'");
        RealGrid.until(
                "the tree has grown",
                () -> RealGrid.sessionsOfTasks(agent) >= 2
                        && agent.place().taskProcesses().size() >= 5);

        grid.well("cancel", job);
        RealGrid.until("the end is confirmed", () -> endOf(grid.tasks(job).get(0)) == Outcome.STOPPED);

        assertThat(agent.place().taskProcesses()).isEmpty();
        assertThat(grid.counts(job).cancelled()).isEqualTo(1);
        assertThat(grid.well("status", job, "--json")).contains("\"state\":\"cancelled\"", "\"running\":0");
        RealGrid.until("nothing is left", () -> agent.place().leftovers().isEmpty());
    }

    @Test
    void results_finished_while_the_server_was_away_are_handed_in_and_not_run_again() throws Exception {
        AgentChild agent = grid.startAgent("agent", 2);
        JobId job = twoTasksThatWaitFor("go");
        Shell.Started wait = grid.launch("wait", job);
        Shell.Started progress = grid.launch("progress", job + ".1-1");
        Shell.Started logs = grid.launch("logs", "-f", job + ".1");
        RealGrid.until("all listen to the feed", () -> grid.metrics().lines().anyMatch("gleaner_feeds 3.0"::equals));
        grid.server().kill();
        grid.file("go", "");
        RealGrid.until("both results are kept", () -> RealGrid.keptResults(agent) == 2);

        grid.startServer();
        grid.untilDone(job);

        ran_once_each(job, agent);
        assertThat(wait.result()).satisfies(ended -> {
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(ended.err()).isEqualTo("The server does not answer. Waiting up to 5 min for it.\n");
        });
        assertThat(progress.result().exit()).isZero();
        assertThat(logs.result()).satisfies(ended -> {
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("waits\nran\n");
            assertThat(ended.err()).endsWith("Waiting up to 5 min for it.\n").hasLineCount(1);
        });
    }

    @Test
    void results_survive_the_death_of_the_agent_that_could_not_hand_them_in() throws Exception {
        AgentChild agent = grid.startAgent("agent", 2);
        JobId job = twoTasksThatWaitFor("go");
        grid.server().kill();
        grid.file("go", "");
        RealGrid.until("both results are kept", () -> RealGrid.keptResults(agent) == 2);
        agent.child().kill();

        grid.startServer();
        agent.start();
        grid.untilDone(job);

        ran_once_each(job, agent);
    }

    @Test
    void an_agent_that_is_told_to_stop_gives_its_tasks_back_and_leaves_nothing() throws Exception {
        AgentChild leaving = grid.startAgent("leaving", 1);
        JobId job = grid.submit(
                "--shell",
                "if [ -e go ] || [ -e '" + temp.resolve("go") + "' ]; then echo ok; else "
                        + "setsid sleep 1000 & sleep 1000; fi");
        RealGrid.until("it runs", () -> RealGrid.sessionsOfTasks(leaving) >= 2);

        RealGrid.stop(leaving.child());

        assertThat(leaving.place().taskProcesses()).isEmpty();
        assertThat(leaving.place().leftovers()).isEmpty();
        RealGrid.until("the task is free", () -> grid.counts(job).ready() == 1);
        grid.file("go", "");
        grid.startAgent("staying", 1);
        grid.untilDone(job);
    }

    @Test
    void a_problem_merges_every_result_once_although_its_host_and_the_server_are_killed() throws Exception {
        SandboxedHost hosts = new SandboxedHost(temp);
        assumeTrue(
                Machine.isRoot() && hosts.obstacle().isEmpty(),
                "hosts are confined as another user and limited, which needs root, bubblewrap and control groups");
        hosts.close();
        grid.startAgent("agent", 2);
        SubmittedProblem<List<Integer>> problem;
        try (Gleaner gleaner = Gleaner.connect(grid.url(), grid.adminToken())) {
            problem = gleaner.submit(new Problem<>("tally", new TalliedProblem(14), TalliedProblem.Sevenfold.class));
            JobId job = new JobId(problem.id());

            RealGrid.until("something is merged", () -> merged(job) >= 2);
            killHost();
            RealGrid.until("its next host has merged more", () -> merged(job) >= 5);
            grid.server().kill();
            grid.startServer();
            RealGrid.until("the next server has merged more", () -> merged(job) >= 8);
            killHost();

            assertThat(problem.answer(Duration.ofMinutes(5)))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.rangeClosed(1, 14).boxed().toList());
            grid.untilDone(job);
            assertThat(grid.counts(job).done()).isEqualTo(14);
        }
    }

    private int merged(JobId job) throws Exception {
        Hosting hosting = grid.calls().job(job).get().spec().hosting();
        return hosting == null ? 0 : hosting.merged();
    }

    /** The process in the sandbox, which is the last in the line. */
    private void killHost() throws Exception {
        RealGrid.until("there is a host", () -> !hosts().isEmpty());
        List<ProcessHandle> hosts = hosts();
        assertThat(hosts.get(hosts.size() - 1).destroyForcibly()).isTrue();
    }

    private List<ProcessHandle> hosts() {
        return ProcessHandle.of(grid.server().pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(child -> child.info().commandLine().orElse("").contains("HostMain"))
                .toList();
    }

    private JobId twoTasksThatWaitFor(String name) throws Exception {
        String line = "echo waits; until [ -e '" + temp.resolve(name) + "' ]; do sleep 0.05; done; echo run >>'"
                + temp.resolve("runs") + "'; echo $GLEANER_INDEX >out.txt; echo ran";
        JobId job = grid.submit("--out", "out.txt", "--array", "1-2", "--shell", line);
        RealGrid.until(
                "both run",
                () -> grid.counts(job).running() == 2 && grid.taskProcesses().size() >= 2);
        return job;
    }

    private void ran_once_each(JobId job, AgentChild agent) throws Exception {
        assertThat(temp.resolve("runs")).content().isEqualTo("run\nrun\n");
        assertThat(grid.tasks(job))
                .allSatisfy(task -> assertThat(task.attempts()).isEqualTo(1));
        RealGrid.until(
                "the agent has forgotten them", () -> agent.place().leftovers().isEmpty());
        grid.well("get", job, "--to", "fetched");
        assertThat(temp.resolve("fetched/1/out.txt")).content().isEqualTo("1\n");
        assertThat(temp.resolve("fetched/2/out.txt")).content().isEqualTo("2\n");
    }

    private static Outcome endOf(TaskRow task) {
        LastAttempt last = task.last();
        boolean ended = task.state() == TaskState.CANCELLED && last != null && last.cause() != null;
        return ended && last != null && last.cause() != null ? last.cause() : Outcome.RETURNED;
    }

    private static List<Path> leftovers(AgentChild... agents) throws IOException {
        for (AgentChild agent : agents) {
            if (!agent.place().leftovers().isEmpty()) {
                return agent.place().leftovers();
            }
        }
        return List.of();
    }

    /** Every file by its path below the directory. */
    private static Map<String, String> content(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (var files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(directory.relativize(file).toString(), Files.readString(file));
            }
        }
        return content;
    }

    /** The same commands here, one directory for each, as {@code get} lays them out. */
    private Map<String, String> localRun() throws IOException, InterruptedException {
        Path local = temp.resolve("local");
        String loop = "for i in $(seq 60); do mkdir -p $i; "
                + "(cd $i && sh ../../work.sh $i >stdout 2>stderr) & [ $((i % 15)) -ne 0 ] || wait; done; wait";
        Files.createDirectories(local);
        assertThat(new Shell(local).run("sh", "-c", loop).exit()).isZero();
        return content(local);
    }

    /** How many attempts of each task the database calls done. */
    private Map<Integer, Integer> acceptedResults(JobId job) throws SQLException {
        Map<Integer, Integer> counts = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + temp.resolve("server/gleaner.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT ordinal, count(*) FROM attempt WHERE outcome = 'done'"
                        + " AND job = " + job.value() + " GROUP BY ordinal")) {
            while (rows.next()) {
                counts.put(rows.getInt(1), rows.getInt(2));
            }
        }
        return counts;
    }
}
