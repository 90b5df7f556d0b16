package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Asking for machines and times, and for done tasks again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AskComponentTest {
    private TestGrid grid;

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        Map<String, String> around = new TreeMap<>(System.getenv());
        around.put("PATH", withTwoCards(root) + ":" + around.get("PATH"));
        grid = new TestGrid(root, around);
        assertThat(grid.gleaner("run", "true").exit()).isZero();
    }

    /** A directory with a program that tells of graphics cards as their driver's does. */
    private static Path withTwoCards(Path root) throws Exception {
        Path directory = Files.createDirectories(root.resolve("bin"));
        Path program = directory.resolve("nvidia-smi");
        Files.writeString(program, "#!/bin/sh\necho 'GPU 0: a'\necho 'GPU 1: b'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return directory;
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    private JobId submit(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return new JobId(Long.parseLong(result.out().strip()));
    }

    private TaskCounts counts(JobId job) throws Exception {
        return grid.calls().job(job).get().summary().tasks();
    }

    @Test
    void a_job_goes_to_the_machine_that_it_names() throws Exception {
        String name = grid.calls().nodes().get().nodes().get(0).facts().name();

        Result there = grid.gleaner("run", "--on", name, "--min-speed", "0.1", "--exclusive", "echo", "here");

        assertThat(there.exit()).as(there.err()).isZero();
        assertThat(there.out()).isEqualTo("here\n");
        assertThat(there.err()).doesNotContain("Warning");
    }

    @Test
    void a_job_that_excludes_the_only_machine_says_so() {
        JobId job = submit("submit", "--not-on", "n1", "true");

        assertThat(grid.gleaner("why", job.toString()).out()).contains("excluded by the job (not on ");
    }

    @Test
    void whatif_tells_what_a_change_would_bring_and_why_what_would_help() throws Exception {
        JobId job = submit(
                "submit", "--array", "1-40", "--expect", "20m", "--at-most", "1", "--type", "long", "sleep", "1000");

        Result more = grid.gleaner("whatif", "--set", job + ":at-most=none", "--futures", "4");

        assertThat(more.exit()).as(more.err()).isZero();
        assertThat(more.out())
                .containsPattern("JOB +NAME +NOW +WITH THE CHANGE +GAIN")
                .containsPattern(job + " +long +... \\d\\d:\\d\\d \\(in .* sooner")
                .containsPattern("All your jobs( with a forecast \\(1 of .* jobs\\))?: .* sooner \\(.*\\)\\.");
        assertThat(more.err()).isEmpty();
        assertThat(grid.gleaner("whatif", "--remove", "n1", "--futures", "2").out())
                .contains("never");
        assertThat(grid.gleaner("why", job.toString()).out())
                .contains("Without its limit of 1 task at once it would probably be done by ")
                .contains("gleaner set " + job + " at-most=none");
        assertThat(grid.gleaner("why", job.toString(), "--json").out())
                .contains("\"advice\":{\"job\":" + job + ",\"state\":\"found\",\"change\":\"at-most\"");
        assertThat(grid.gleaner("whatif", "--set", job + ":deadline=+2h", "--futures", "1")
                        .out())
                .containsPattern("Deadline of job " + job + ", .*: unlikely, with or without the change\\.");
        for (String[] wrong : new String[][] {
            {"whatif"},
            {"whatif", "--set", "7:deadline=soon"},
            {"whatif", "--add", "-3"},
            {"whatif", "--add", "0@n1"},
            {"whatif", "--strategy", "best"},
            {"whatif", "--set", "7"},
            {"whatif", "--set", "7:colour=red"},
            {"whatif", "--job", "nowhere.toml"},
            {"whatif", "--futures", "1000", "--add", "1"}
        }) {
            assertThat(grid.gleaner(wrong).exit()).as(String.join(" ", wrong)).isEqualTo(2);
        }
        assertThat(grid.gleaner("whatif", "--strategy", "auto").err())
                .contains("'auto' can't be tried: it chooses among the others.");
        assertThat(grid.gleaner("whatif", "--set", "last:priority=5", "--futures", "1")
                        .exit())
                .isZero();
        assertThat(grid.gleaner("whatif", "--set", job + ".1:priority=5").err()).contains("is not one whole job");
        Result nobody = grid.gleaner("whatif", "--add", "2@nobody");
        assertThat(nobody.exit()).isEqualTo(2);
        assertThat(nobody.err())
                .contains("No node has the id, name or tag 'nobody'", "'gleaner node list' lists the machines.");
        assertThat(grid.gleaner("cancel", job.toString()).exit()).isZero();
    }

    @Test
    void a_job_that_was_done_after_its_deadline_is_told_so_when_it_is_over() {
        String job = submit("submit", "--deadline", "+2s", "--no-check", "--type", "late", "sleep", "4")
                .toString();
        assertThat(grid.gleaner("wait", job).exit()).isZero();

        String other = submit("submit", "--hold", "true").toString();
        assertThat(grid.gleaner("eta", job, other).out().lines())
                .anyMatch(line -> line.startsWith(job + " "))
                .anyMatch(line -> line.startsWith(other + " "));
        assertThat(grid.gleaner("cancel", other).exit()).isZero();
        for (String verb : List.of("status", "why")) {
            assertThat(grid.gleaner(verb, job).out())
                    .containsPattern("Job " + job + " finished [0-9].* after its deadline \\(.*\\)\\.");
        }
    }

    @Test
    void a_command_behind_notify_hears_of_a_deadline_that_cannot_be_met() throws Exception {
        JobId job = submit("submit", "--deadline", "+2s", "--no-check", "--type", "true", "sleep", "1000");
        Path heard = grid.home().resolve("heard");
        CompletableFuture<Result> waiting = CompletableFuture.supplyAsync(
                () -> grid.gleaner("wait", job.toString(), "--notify", "echo $GLEANER_EVENT >> " + heard),
                // The threads that all share are few, and the server needs them.
                work -> new Thread(work, "waiting").start());

        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> Files.exists(heard) && Files.readString(heard).contains("hopeless"));

        // Its one task is counted where it runs, and not again.
        assertThat(grid.gleaner("why", job.toString()).out())
                .containsPattern("(?m)^Job " + job
                        + ": (its deadline was .* ago|a forecast said that it would miss its deadline .*)$")
                .doesNotContainPattern("1 task: it.* deadline");
        assertThat(grid.gleaner("cancel", job.toString()).exit()).isZero();
        assertThat(waiting.get(5, TimeUnit.MINUTES).exit()).isNotZero();
        assertThat(Files.readAllLines(heard)).containsExactly("hopeless", "end");
    }

    @Test
    void of_several_jobs_it_is_said_whether_they_meet_their_deadlines() throws Exception {
        Path batch = grid.home().resolve("batch");
        String line = "--deadline +1h --type strange --array 1-2 --not-on n1 true\n";
        Files.writeString(batch, line + line);

        Result taken = grid.gleaner("submit", "--batch", batch.toString());

        assertThat(taken.exit()).as(taken.err()).isZero();
        assertThat(taken.err())
                .containsPattern("Warning: (Job \\d+: Unknown(:| until) .* of type 'strange'|No forecast yet of)");
        taken.out().lines().forEach(one -> grid.gleaner("cancel", one));
    }

    @Test
    void with_canary_one_task_goes_first_and_the_others_only_if_it_is_done() {
        JobId good = submit("submit", "--canary", "--array", "1-5", "--type", "true", "true");
        JobId bad = submit("submit", "--canary", "--array", "1-5", "--max-failures", "1", "--type", "no", "false");

        assertThat(grid.gleaner("wait", good.toString()).exit()).isZero();
        Result stuck = grid.gleaner("wait", bad.toString());
        assertThat(stuck.exit()).isNotZero();
        assertThat(stuck.err())
                .contains("1 task blocked; 4 tasks paused after the task that went first (--canary) failed.")
                .contains("'gleaner retry " + bad + "'");
        assertThat(grid.gleaner("eta", bad.toString()).out())
                .contains("Paused by the job itself after the task that went first (--canary) failed;"
                        + " can't finish until someone retries it.");
        assertThat(grid.gleaner("why", bad.toString()).out())
                .contains("paused by the job itself after the task that went first (--canary) failed")
                .contains("gleaner retry " + bad);
        assertThat(grid.gleaner("cancel", bad.toString()).exit()).isZero();
    }

    @Test
    void a_growing_job_takes_tasks_until_it_is_sealed_and_wait_waits_for_that() {
        String id =
                submit("submit", "--growing", "--array", "1-2", "echo", "{}").toString();
        String other = submit("submit", "--hold", "true").toString();

        assertThat(grid.gleaner("add", id, "east", "west").out()).isEqualTo("Added tasks " + id + ".3-4.\n");
        assertThat(grid.gleaner("add", id).err()).contains("There is nothing to add to job " + id);
        assertThat(grid.gleaner("add", id, "x", "--array", "1-2").err()).contains("There are two lists of tasks.");
        assertThat(grid.gleaner("add", other, "x").err())
                .contains("Can't add tasks to job " + other + ": it takes no more tasks");
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> grid.gleaner("status", id, "--json").out().contains("\"done\":4"));
        assertThat(grid.gleaner("status", id, "--json").out())
                .contains("\"state\":\"waiting\"")
                .contains("\"growing\":true");
        assertThat(grid.gleaner("wait", id, "--timeout", "1s").exit()).isNotZero();
        assertThat(grid.gleaner("seal", id).out()).contains("Job " + id + " is sealed; ");
        assertThat(grid.gleaner("wait", id).exit()).isZero();
        assertThat(grid.gleaner("logs", id).out()).contains("1", "2", "east", "west");
        assertThat(grid.gleaner("add", id, "late").err())
                .contains("it is over and takes no more tasks; submit a new job");
        assertThat(grid.gleaner("seal", id).out()).contains("Job " + id + " takes no more tasks already: ");
        assertThat(grid.gleaner("seal", other).exit()).isEqualTo(3);
        assertThat(grid.gleaner("seal", other).err())
                .contains("Can't seal job " + other + ": it was not submitted as a growing job");
        assertThat(grid.gleaner("run", "--growing", "true").err()).contains("--growing does not go with run");
        assertThat(grid.gleaner("cancel", other).exit()).isZero();
        assertThat(grid.gleaner("seal", other).exit()).as("now it is over").isEqualTo(3);
    }

    @Test
    void tasks_that_are_added_bring_files_of_their_own() throws Exception {
        grid.write("new/a.txt", "alpha\n");
        grid.write("new/b.txt", "beta\n");
        grid.write("new/c.txt", "gamma\n");
        grid.write("new/d.txt", "delta\n");

        String id = submit("submit", "--growing", "--each", "new/a.txt", "cat", "{}")
                .toString();
        assertThat(grid.gleaner("add", id, "--each", "new/b*").out()).isEqualTo("Added task " + id + ".2.\n");
        assertThat(grid.gleaner("add", id, "new/c.txt", "new/d.txt", "--in", "{}")
                        .out())
                .isEqualTo("Added tasks " + id + ".3-4.\n");
        assertThat(grid.gleaner("add", id, "x", "--in", "new/a.txt").err()).contains("others came with the job");
        assertThat(grid.gleaner("add", id, "x", "--in", "{#}.txt").err()).contains("only once they have been added");
        assertThat(grid.gleaner("submit", "--growing", "--in", "{}", "cat", "{}")
                        .err())
                .contains("The job has no tasks yet");
        assertThat(grid.gleaner("seal", id).exit()).isZero();

        assertThat(grid.gleaner("wait", id).exit()).isZero();
        assertThat(grid.gleaner("logs", id).out()).contains("alpha", "beta", "gamma", "delta");
    }

    @Test
    void whatif_since_tells_what_a_change_would_have_brought() {
        JobId done = submit("submit", "--array", "1-5", "--type", "true", "true");
        assertThat(grid.gleaner("wait", done.toString()).exit()).isZero();

        // The machine has just joined, and is known to those who look ahead a second later.
        Result past = Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> grid.gleaner("whatif", "--since", "7d", "--add", "3@n1", "--strategy", "fifo"),
                        said -> !said.err().contains("No node has"));

        assertThat(past.exit()).as(past.err()).isZero();
        assertThat(past.out())
                .containsPattern("OWNER +TASKS +A TASK TOOK +WITH THE CHANGE +GAIN +LAST TASK")
                .contains("both with and without the change are simulated.")
                .contains("In brackets: the smallest and the largest gain in any of 5 runs.");
        assertThat(grid.gleaner("whatif", "--since", "7d", "--redundancy", "off", "--json")
                        .out())
                .startsWith("{\"version\":1,\"since\":")
                .contains("\"owners\":[{\"owner\":", "\"gain\":{\"lowMs\":");
        assertThat(grid.gleaner("whatif", "--since", "7d", "--set", done + ":memory=1G")
                        .err())
                .contains("no job can be changed");
        assertThat(grid.gleaner("whatif", "--since", "1s", "--add", "1").err()).contains("It is from 60 s to 365 d");
    }

    @Test
    void eta_tells_when_a_job_is_done_or_why_nobody_knows() {
        JobId known = submit("submit", "--type", "true", "sleep", "1000");
        JobId unknown = submit("submit", "--type", "never", "--not-on", "n1", "true");

        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> grid.gleaner("eta", "--json").out(), said -> said.contains("No machine that can run it"));
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> grid.gleaner("eta", known.toString()).out(),
                        said -> said.matches("(?s).*" + known + " +\\S+ +started +(... )?[\\d:]+ \\(.*"));

        assertThat(grid.gleaner("eta", unknown.toString()).out())
                .containsPattern(unknown + " +\\S+ +\\? +\\?\n")
                .contains("Job " + unknown + ": No machine that can run it is available or expected to return.");
        assertThat(grid.gleaner("eta", "1").out()).contains("(finished)");
        assertThat(grid.gleaner("status", known.toString()).out())
                .contains("ETA")
                .containsPattern("~|now");
        assertThat(grid.gleaner("eta", "--record").out()).contains("orecast");
        assertThat(grid.gleaner("eta", "--all").exit()).isEqualTo(2);
        assertThat(grid.gleaner("eta", "7", "--record").exit()).isEqualTo(2);
        assertThat(grid.gleaner("eta", known + ".1").exit()).isEqualTo(2);
        assertThat(grid.gleaner("eta", "999").exit()).isEqualTo(3);
        assertThat(grid.gleaner("eta", "name:nobody").exit()).isEqualTo(3);
        assertThat(grid.gleaner("cancel", known.toString()).exit()).isZero();
        assertThat(grid.gleaner("cancel", unknown.toString()).exit()).isZero();
    }

    @Test
    void a_job_that_will_miss_its_deadline_is_told_so_at_submit_and_wherever_it_is_shown() {
        JobId job = submit(
                "submit",
                "--type",
                "late",
                "--not-on",
                "n1",
                "--expect",
                "2h",
                "--deadline",
                "+1h",
                "--array",
                "1-9",
                "true");
        String id = job.toString();

        assertThat(grid.gleaner("set", id, "deadline=+2h").out()).contains("Job " + id + ": deadline=+2h.");
        assertThat(grid.gleaner("eta", id, "--json").out()).contains("\"deadline\":\"");
        assertThat(grid.gleaner("set", id, "deadline=none").exit()).isZero();
        assertThat(grid.gleaner("eta", id, "--json").out()).doesNotContain("deadline");
        assertThat(grid.gleaner("set", id, "deadline=2020-01-01").err())
                .contains("Can't set 'deadline=2020-01-01'.", "That is already past.");
        assertThat(grid.gleaner("set", id, "deadline=soon").err()).contains("gleaner set 7 deadline=18:00");
        assertThat(grid.gleaner("submit", "--deadline", "2020-01-01", "true").err())
                .contains("is already past");
        assertThat(grid.gleaner("run", "--deadline", "2020-01-01", "true").err())
                .contains("is already past");
        Result ran = grid.gleaner("run", "--deadline", "+9h", "--type", "true", "echo", "done");
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("done\n");
        assertThat(ran.err()).doesNotContain("miss its deadline");
        assertThat(grid.gleaner("submit", "--dry-run", "--deadline", "+2h", "true")
                        .out())
                .contains("Its deadline is ");
        assertThat(grid.gleaner("cancel", id).exit()).isZero();
    }

    @Test
    void a_held_job_starts_when_it_is_resumed() throws Exception {
        JobId job = submit("submit", "--hold", "true");
        assertThat(counts(job).paused()).isEqualTo(1);

        grid.gleaner("resume", job.toString());

        assertThat(grid.gleaner("wait", job.toString()).exit()).isZero();
        assertThat(grid.gleaner("run", "--hold", "true").err()).contains("--hold does not go with run.");
    }

    @Test
    void a_job_that_begins_later_waits_and_says_until_when() throws Exception {
        JobId job = submit("submit", "--begin", "+2h", "true");

        assertThat(counts(job).waiting()).isEqualTo(1);
        assertThat(grid.gleaner("why", job.toString()).out()).contains("scheduled to start in ", "  That is at 2");
        assertThat(grid.gleaner("submit", "--begin", "tomorrow", "true").err()).contains("18:00");
        assertThat(grid.gleaner("set", job.toString(), "begin=18").err())
                .contains("Can't set 'begin=18'.", "gleaner set 7 begin=18:00");
        assertThat(grid.gleaner("set", job.toString(), "begin=now").out()).isEqualTo("Job " + job + ": begin=now.\n");
        assertThat(grid.gleaner("wait", job.toString()).exit()).isZero();
    }

    @Test
    void done_tasks_run_again_as_a_new_job_that_names_its_origin() throws Exception {
        grid.write("list.txt", "a\nb\nc\n");
        JobId first = submit("submit", "--each-line", "list.txt", "--wait", "echo", "{}");

        Result again = grid.gleaner("rerun", first + ".2-3");

        assertThat(again.exit()).as(again.err()).isZero();
        JobId second = new JobId(first.value() + 1);
        assertThat(again.out()).isEqualTo("Submitted job " + second + ", which reruns 2 tasks of job " + first + ".\n");
        assertThat(grid.gleaner("wait", second.toString()).exit()).isZero();
        assertThat(grid.gleaner("logs", new TaskId(second, 1).toString()).out()).isEqualTo("b\n");
        UserCalls calls = grid.calls();
        assertThat(calls.job(second).get().spec().origin()).isEqualTo(first);
        assertThat(calls.job(first).get().summary().tasks().done()).isEqualTo(3);
        assertThat(grid.gleaner("status", second.toString()).out())
                .contains("Job " + second + " runs tasks of job " + first + " again.");
        assertThat(grid.gleaner("status", "--tree", second.toString()).out())
                .isEqualTo(second + " echo: done, 2/2 done; tasks of job " + first + " again\n");
        assertThat(grid.gleaner("status", first.toString()).out()).doesNotContain("again", "RERUN");
        assertThat(grid.gleaner("status", "name:echo").out().lines())
                .anyMatch(line -> line.matches("JOB .* RERUN OF"))
                .anyMatch(line -> line.matches(second + " .* " + first));
    }

    @Test
    void what_is_not_done_is_not_run_again_but_retried() {
        JobId held = submit("submit", "--hold", "--array", "1-3", "true");

        Result refused = grid.gleaner("rerun", held.toString());

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("Only tasks that are done are run again", "gleaner retry " + held);
    }

    @Test
    void what_no_machine_could_ever_run_is_taken_with_a_warning() {
        Result huge = grid.gleaner("submit", "--cores", "9999", "true");
        Result nobody = grid.gleaner("submit", "--not-on", "nobody", "--json", "true");

        assertThat(huge.exit()).isZero();
        assertThat(huge.err()).contains("Warning: no machine in this pool can run it: too few cores (needs 9999");
        assertThat(nobody.out()).contains("\"warnings\":[\"no machine is called nobody or has such a tag.\"]");
        assertThat(nobody.err()).isEmpty();
    }

    @Test
    void licences_are_shared_by_the_pool_and_cards_belong_to_machines() throws Exception {
        Result three = grid.gleaner("submit", "--gpus", "3", "true");
        assertThat(three.err()).contains("can run it: not enough gpu (needs 3, it has 2)");
        assertThat(grid.gleaner("node", "list").out()).contains("gpu=2");
        assertThat(grid.gleaner("node", "info", "n1").out()).contains("provides  gpu=2\n");
        Result both = grid.gleaner("run", "--gpus", "2", "--shell", "echo $GLEANER_USE_gpu: $CUDA_VISIBLE_DEVICES");
        assertThat(both.out()).as(both.err()).isEqualTo("2: 0,1\n");
        assertThat(three.err()).doesNotContain("licence");
        assertThat(grid.gleaner("submit", "--use", "matlab=1", "true").err()).contains("to the setting licences.");
        assertThat(grid.gleaner("config", "set", "licences", "matlab=1").exit()).isZero();
        grid.write("use.toml", "shell = \"echo $GLEANER_USE_matlab\"\n[use]\nmatlab = 1\n");

        Result ran = grid.gleaner("run", "-f", "use.toml");
        Result many = grid.gleaner("submit", "--use", "matlab=2", "true");

        assertThat(ran.out()).as(ran.err()).isEqualTo("1\n");
        assertThat(many.err()).contains("too few licences (needs 2 matlab, the pool has 1). It waits until an admin");
        assertThat(grid.gleaner("submit", "--use", "Gpu=1", "true").err()).contains("lowercase letters");
        assertThat(grid.gleaner("submit", "--use", "gpu=0", "true").err()).contains("at least 1");
        assertThat(grid.gleaner("config", "set", "licences", "matlab").err()).contains("NAME=N");
    }

    @Test
    void a_command_that_nothing_sends_is_refused_before_anything_is_sent() {
        Result refused = grid.gleaner("submit", "./nosuch.sh");

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .startsWith("gleaner: There is no ./nosuch.sh here.\n")
                .contains("--no-check");
        assertThat(grid.gleaner("submit", "--no-check", "./nosuch.sh").err()).isEmpty();
    }
}
