package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody reads who wants to know why it does not run, or what went wrong. */
final class UnderstandComponentTest {
    @TempDir
    static Path root;

    private static TestGrid grid;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
        // What has run shows that the node is there.
        assertThat(grid.gleaner("submit", "--wait", "true").exit()).isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        grid.stop();
    }

    private static String submitted(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out().strip();
    }

    private static String failing() {
        String job = submitted(
                "submit",
                "--max-failures",
                "1",
                "--stop-after",
                "100",
                "--array",
                "1-6",
                "--shell",
                "echo Traceback >&2; echo \"ModuleNotFoundError: numpy in line $GLEANER_INDEX\" >&2;"
                        + " [ $GLEANER_INDEX = 6 ]");
        assertThat(grid.gleaner("wait", job).exit()).isEqualTo(1);
        return job;
    }

    @Test
    void a_dry_run_counts_the_machines_that_a_smaller_one_would_fit() {
        assertThat(grid.gleaner("submit", "--dry-run", "--memory", "64G", "true")
                        .out())
                .contains("request 1G instead of 64G of memory per task, and 1 machine could run it\n");
    }

    @Test
    void why_counts_the_nodes_that_do_not_fit_and_says_what_would_change_it() {
        String large = submitted("submit", "--memory", "64G", "--array", "1-3", "true");
        String tagged = submitted("submit", "--tag", "gpu", "true");

        // Perhaps with what the server tried in addition.
        assertThat(grid.gleaner("why", large).out().lines().limit(3))
                .containsExactly(
                        "3 tasks: the only connected machine lacks what a task needs",
                        "  1 machine: too little memory (needs 64 GB, it has 1 GB)",
                        "  With 1G of memory per task instead of 64G, 1 machine could run it: resubmit it with"
                                + " --memory 1G, then 'gleaner cancel " + large + "'.");
        assertThat(grid.gleaner("why", tagged, "--json").out())
                .contains("{\"job\":" + tagged + ",\"kind\":\"fits-no-node\",\"tasks\":1,\"nodes\":1,")
                .contains("\"kind\":\"misfit\"", "tag missing (needs gpu)");
        assertThat(grid.gleaner("why").out()).contains("Job " + large + ", 3 tasks: ", "Job " + tagged + ", 1 task: ");
        assertThat(grid.gleaner("cancel", large, tagged).exit()).isZero();
    }

    @Test
    void why_says_that_jobs_of_the_name_are_left_out_as_they_are_over() {
        String over = submitted("submit", "--name", "twin", "--wait", "true");
        String open = submitted("submit", "--name", "twin", "--hold", "true");

        assertThat(grid.gleaner("why", "name:twin").out())
                .startsWith(
                        "1 task: on hold since the job was submitted\n  'gleaner resume " + open + "' releases it.\n")
                .contains("1 more job matches and is not explained here; 'gleaner status name:twin --all' lists it.");
        assertThat(grid.gleaner("cancel", open).exit()).isZero();
        assertThat(grid.gleaner("why", "name:twin").out())
                .contains("Job " + over + ", 1 task: ")
                .doesNotContain("not explained");
    }

    @Test
    void why_names_what_is_waited_for_and_that_all_is_paused() {
        String first = submitted("submit", "--tag", "none", "--array", "1-2", "true");
        String second = submitted("submit", "--after", first, "true");
        assertThat(grid.gleaner("pause", first).exit()).isZero();

        assertThat(grid.gleaner("why", first).out().lines())
                .containsExactly("2 tasks: paused by hand", "  'gleaner resume " + first + "' lets them continue.");
        assertThat(grid.gleaner("why", second).out())
                .startsWith("1 task: waiting for job " + first + ": 0 of 2 tasks are done, 2 paused\n");
        assertThat(grid.gleaner("cancel", first).exit()).isZero();
    }

    @Test
    void who_waits_for_the_end_of_a_chain_is_told_when_its_beginning_stands_still() {
        String held = submitted("submit", "--hold", "true");
        String middle = submitted("submit", "--after", held, "true");
        String last = submitted("submit", "--after", middle, "--array", "1-2", "true");

        Result waited = grid.gleaner("wait", last);

        assertThat(grid.gleaner("status", "--tree").out())
                .as("trees of all open jobs")
                .contains(last + " true: waiting, 0/2 done\n└─ " + middle + " true: waiting, 0/1 done\n   └─ " + held);
        assertThat(waited.exit()).isEqualTo(1);
        assertThat(waited.err().lines())
                .contains(
                        "gleaner: None of the 2 tasks is done; all are stuck.",
                        "  2 tasks waiting for jobs that can't continue by themselves.",
                        "  'gleaner why " + last + "' says which.");
        assertThat(grid.gleaner("wait", last + ".2").exit()).isEqualTo(1);
        assertThat(grid.gleaner("resume", held).exit()).isZero();
        assertThat(grid.gleaner("wait", last).exit()).isZero();
    }

    @Test
    void who_waits_for_tasks_that_are_cancelled_is_told_so() {
        String some = submitted("submit", "--hold", "--array", "1-2", "true");
        String all = submitted("submit", "--hold", "--array", "1-2", "true");

        assertThat(grid.gleaner("cancel", some + ".2").exit()).isZero();
        assertThat(grid.gleaner("resume", some).exit()).isZero();
        assertThat(grid.gleaner("cancel", all).exit()).isZero();

        assertThat(grid.gleaner("wait", some).err()).contains("Only 1 of 2 tasks is done; the other is cancelled.");
        assertThat(grid.gleaner("wait", all).err()).contains("None of the 2 tasks is done; all are cancelled.");
    }

    @Test
    void failures_that_are_alike_are_one_line_wherever_somebody_asks() {
        String job = failing();
        String line = "  5 tasks, such as: ModuleNotFoundError: numpy in line 1, on 1 machine (see gleaner logs " + job
                + ".1)";

        assertThat(grid.gleaner("wait", job).err().lines())
                .contains("gleaner: Only 1 of 6 tasks is done; the rest are stuck.", "  5 tasks blocked.", line)
                .hasSize(4);
        assertThat(grid.gleaner("status", job).out().lines()).contains(line);
        assertThat(grid.gleaner("why", job).out().lines()).contains(line);
        assertThat(grid.gleaner("why", job + ".2").out().lines())
                .as("asked about one task, only its own")
                .contains(
                        "  1 task: ModuleNotFoundError: numpy in line 2, on 1 machine (see gleaner logs " + job + ".2)")
                .doesNotContain(line);
        assertThat(grid.gleaner("status").out()).doesNotContain("ModuleNotFoundError");
        assertThat(grid.gleaner("status", job, "--failures").out().lines())
                .hasSize(2)
                .contains(line);
        assertThat(grid.gleaner("status", job, "--failures", "--json").out())
                .startsWith("{\"version\":1,\"jobs\":[{\"id\":" + job + ",")
                .contains("\"digest\":{\"nodes\":1,\"failures\":[{\"cause\":\"exited\",\"line\":"
                        + "\"ModuleNotFoundError: numpy in line #\",\"attempts\":5,\"tasks\":5,\"nodes\":1,"
                        + "\"example\":1}],\"more\":false}");
    }

    @Test
    void of_several_jobs_the_advice_names_one_that_it_helps() {
        String stuck = submitted("submit", "--name", "mixed", "--tag", "none", "--array", "1-2", "true");
        String done = submitted("submit", "--name", "mixed", "true");
        assertThat(grid.gleaner("wait", done).exit()).isZero();
        assertThat(grid.gleaner("cancel", stuck).exit()).isZero();

        assertThat(grid.gleaner("wait", "name:mixed").err())
                .contains("Only 1 of 3 tasks is done", "'gleaner retry " + stuck + "' runs cancelled tasks again.");
        assertThat(grid.gleaner("wait", stuck).err()).contains("None of the 2 tasks is done; all are cancelled.");
    }

    @Test
    void a_run_that_fails_ends_with_what_failed() {
        Result ended =
                grid.gleaner("run", "--max-failures", "1", "--array", "1-2", "sh", "-c", "echo no file >&2; exit 3");

        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.err()).contains("2 tasks blocked.\n  2 tasks: no file, on 1 machine (see gleaner logs ");
    }

    @Test
    void a_limit_that_was_exceeded_is_told_with_its_figures() {
        Result run = grid.gleaner("run", "--time", "1s", "sleep", "60");

        assertThat(run.err()).contains("The task failed.", "timed-out: it ran longer than its time limit of 1.0 s");
    }

    @Test
    void who_waits_for_a_job_that_was_paused_or_cancelled_by_hand_is_not_sent_to_look_for_failures() {
        String job = submitted("submit", "--memory", "900G", "--array", "1-2", "true");

        grid.gleaner("pause", job);
        Result paused = grid.gleaner("wait", job);
        grid.gleaner("cancel", job + ".1");
        Result both = grid.gleaner("wait", job);

        assertThat(paused.exit()).isEqualTo(1);
        assertThat(paused.err())
                .contains("2 tasks paused.", "'gleaner resume " + job + "' lets paused tasks continue.")
                .doesNotContain("--failed", "retry");
        assertThat(both.err())
                .contains("gleaner retry " + job, "gleaner resume " + job)
                .doesNotContain("--failed");
        grid.gleaner("cancel", job);
    }

    @Test
    void who_cancels_a_job_reads_what_waited_for_it_and_why_says_what_to_retry_first() {
        String first = submitted("submit", "--memory", "900G", "--array", "1-2", "true");
        String second = submitted("submit", "--after", first, "--array", "1-3", "true");

        String told = grid.gleaner("cancel", first).out();

        assertThat(told)
                .isEqualTo("Job " + first + ": 2 tasks cancelled.\nJob " + second
                        + ": 3 tasks cancelled, because they waited for job " + first + ".\n");
        assertThat(grid.gleaner("why", second).out())
                .contains(
                        "because tasks of job " + first + " that had to be done first are cancelled",
                        "First 'gleaner retry " + first + "'");
    }

    @Test
    void what_was_cancelled_and_what_is_no_directory_is_not_fetched() throws Exception {
        String job = submitted("submit", "--memory", "900G", "--array", "1-2", "true");
        grid.gleaner("cancel", job);
        grid.write("taken.py", "");

        Result taken = grid.gleaner("get", job, "--to", "taken.py");

        assertThat(grid.gleaner("get", job).out()).isEqualTo("Nothing to fetch: all tasks were cancelled.\n");
        assertThat(taken.exit()).isEqualTo(2);
        assertThat(taken.err()).contains("It is a file");
        assertThat(grid.gleaner("set", job, "time=2h").err()).contains("Can't change job " + job);
        assertThat(grid.gleaner("set", job, "time=-1h").err()).contains("For example: gleaner set 7 time=2h");
    }

    @Test
    void a_quoted_command_is_offered_as_a_line_for_the_shell_with_its_entry_in_the_variable() {
        assertThat(grid.gleaner("submit", "--array", "1-3", "echo {} > x").err())
                .contains("use --shell 'echo \"$GLEANER_ENTRY\" > x'");
    }

    @Test
    void several_jobs_are_waited_for_by_their_numbers() {
        String first = submitted("submit", "true");
        String second = submitted("submit", "--array", "1-2", "true");

        assertThat(grid.gleaner("wait", first, second, first, "--json").out())
                .containsOnlyOnce("\"id\":" + first + ",")
                .containsOnlyOnce("\"id\":" + second + ",");
        assertThat(grid.withInput(first + "\n" + second + "\n", "wait", "--ids-from", "-")
                        .exit())
                .isZero();
        assertThat(grid.withInput(first + " " + second, "progress", "--ids-from", "-")
                        .out())
                .contains("2 jobs 3 of 3 done");
        assertThat(grid.withInput("\n", "wait", "--ids-from", "-").exit()).isEqualTo(2);
        assertThat(grid.gleaner("wait", first, "last").err()).contains("Write 'gleaner wait 7 8 9'");
    }

    @Test
    void of_several_jobs_only_the_directories_that_got_results_are_named() {
        String cancelled = submitted("submit", "--hold", "true");
        assertThat(grid.gleaner("cancel", cancelled).exit()).isZero();
        String done = submitted("submit", "--out", "o", "--shell", "echo one >o");
        assertThat(grid.gleaner("wait", done).exit()).isZero();

        assertThat(grid.gleaner("get", cancelled, done, "--to", "res").out())
                .startsWith("Results of 1 task are in res/gleaner-" + done + ":");
    }

    @Test
    void results_and_output_of_several_jobs_are_fetched_by_their_numbers() {
        String first = submitted("submit", "--out", "o", "--shell", "echo one | tee o");
        String second = submitted("submit", "--out", "o", "--shell", "echo two | tee o");
        assertThat(grid.gleaner("wait", first, second).exit()).isZero();
        Path target = root.resolve("several-" + first);

        Result got = grid.gleaner("get", first, second, "--to", target.toString());
        Result logs = grid.withInput(first + "\n" + second, "logs", "--ids-from", "-");

        assertThat(got.out()).startsWith("Results of 2 tasks are in ");
        assertThat(target.resolve("gleaner-" + first + "/o")).hasContent("one");
        assertThat(target.resolve("gleaner-" + second + "/o")).hasContent("two");
        assertThat(logs.out()).contains("==> " + first + ".1 stdout <==\none", "==> " + second + ".1 stdout <==\ntwo");
        assertThat(grid.gleaner("get", first, second, "--to", "res/{#}").err())
                .contains("Several jobs would be mixed in res/{#}.");
        assertThat(grid.withInput(first, "get", "--ids-from", "-", "--outputs-only", "--to", target.toString())
                        .out())
                .as("in a directory of its own, however many numbers come in")
                .contains("1 already there");
    }

    @Test
    void a_number_that_no_job_has_keeps_nobody_waiting() {
        Result result = grid.gleaner("wait", submitted("submit", "true"), "4000000");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("You have no job 4000000.", "1 of 2 is missing");
    }

    @Test
    void a_state_that_no_job_is_in_is_told_with_the_states_that_there_are() {
        Map<String, String> other = Map.of("GLEANER_TOKEN", submitted("user", "add", "other"));
        assertThat(grid.with(other, "status", "state:paused").out())
                .isEqualTo("None of your tasks is paused. You have no jobs.\n");
        assertThat(grid.with(other, "run", "true").exit()).isZero();

        assertThat(grid.with(other, "status", "state:paused").out())
                .isEqualTo("None of your tasks is paused. Your jobs: 1 done.\n");
        assertThat(grid.with(other, "why", "state:running").out())
                .startsWith("None of your tasks is running. Your jobs: 1 done.\n");
    }

    @Test
    void who_looks_for_what_there_is_not_hears_about_that_and_not_about_open_jobs() {
        Map<String, String> who = busy("looker", 1);
        Map<String, String> idle = Map.of("GLEANER_TOKEN", submitted("user", "add", "idle"));

        for (String verb : new String[] {"status", "eta", "why"}) {
            Result others = grid.with(who, verb, "owner:admin");
            assertThat(others.out())
                    .as(verb)
                    .isEqualTo("No open job matches 'owner:admin'. Only an admin sees the jobs of others.\n");
            assertThat(others.exit()).as(verb).isZero();
            assertThat(grid.with(who, verb, "state:paused").out())
                    .as(verb)
                    .isEqualTo("None of your tasks is paused. Your jobs: 1 ready.\n");
            assertThat(grid.with(idle, verb, "all").out())
                    .as(verb)
                    .isEqualTo("No open jobs. 'gleaner submit --help' shows how to submit one.\n");
            for (String select : new String[] {"name:none", "type:none", "last", "4000000"}) {
                Result none = grid.with(idle, verb, select);
                assertThat(none.exit()).as(verb + " " + select).isEqualTo(3);
                assertThat(none.out()).as(verb + " " + select).isEmpty();
            }
        }
    }

    @Test
    void a_state_that_no_task_is_in_is_told_as_that() {
        Map<String, String> newcomer = Map.of("GLEANER_TOKEN", submitted("user", "add", "newcomer"));

        for (String verb : new String[] {"wait", "get", "logs", "progress"}) {
            assertThat(grid.with(newcomer, verb, "state:paused").err())
                    .as(verb)
                    .contains("None of your tasks is paused.")
                    .doesNotContain("someone else");
        }
    }

    /** Somebody with many jobs that nobody could run. */
    private static Map<String, String> busy(String name, int jobs) {
        Map<String, String> who = Map.of("GLEANER_TOKEN", submitted("user", "add", name));
        for (int i = 0; i < jobs; i++) {
            assertThat(grid.with(who, "submit", "--name", "many", "--memory", "900G", "true")
                            .exit())
                    .isZero();
        }
        return who;
    }

    @Test
    void a_long_list_shows_what_is_open_first_and_how_much_is_left_out() {
        Map<String, String> busy = busy("busy", 34);
        String last = grid.with(busy, "status", "last", "--json").out().replaceFirst(".*?\"id\":([0-9]+).*\\R?", "$1");
        assertThat(grid.with(busy, "cancel", last).exit()).isZero();

        Result few = grid.with(busy, "status");
        Result all = grid.with(busy, "status", "--all", "--since", "1h", "--mine");

        assertThat(few.out().lines().filter(line -> line.contains(" many ")))
                .hasSize(30)
                .noneMatch(line -> line.startsWith(last + " "));
        assertThat(few.err()).isEqualTo("… 4 more; --all shows them\n");
        assertThat(all.out().lines().filter(line -> line.contains(" many "))).hasSize(34);
        assertThat(all.out()).contains("\n" + last + " ");
        assertThat(grid.with(busy, "status", "--json").out()).contains("\"id\":" + last + ",");
        assertThat(grid.with(busy, "status", "--since", "9999-01-01", "--all", "--json")
                        .out())
                .doesNotContain("\"id\":" + last + ",");
        assertThat(grid.with(busy, "status", "--since", "soon").err()).contains("Invalid value for --since.");

        assertThat(grid.with(busy, "why").out().lines())
                .hasSizeLessThan(10)
                .anyMatch(line -> line.startsWith("  33 jobs, such as job "));
        assertThat(grid.with(busy, "why", "--all").out().lines()).hasSizeGreaterThan(33);
    }

    @Test
    void many_jobs_are_deleted_only_with_consent_and_many_numbers_are_one_call() {
        Map<String, String> tidy = busy("tidy", 6);
        String[] ids = grid.with(tidy, "status", "--json")
                .out()
                .replaceAll("(?s).*?\"id\":([0-9]+),|.*$", "$1 ")
                .strip()
                .split(" ");
        String[] cancel = Stream.concat(Stream.of("cancel"), Stream.concat(Stream.of(ids), Stream.of("4000000")))
                .toArray(String[]::new);

        Result cancelled = grid.with(tidy, cancel);
        Result refused = grid.with(tidy, "delete", "name:many");
        Result deleted = grid.with(tidy, "delete", "name:many", "--yes");

        assertThat(cancelled.exit()).isEqualTo(3);
        assertThat(cancelled.out().lines()).hasSize(6).allMatch(line -> line.endsWith(": 1 task cancelled."));
        assertThat(cancelled.err()).contains("Not cancelled: 4000000");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("would delete 6 jobs (name:many) with all their results", "Add --yes");
        assertThat(deleted.out().lines()).hasSize(6);
        assertThat(grid.with(tidy, "status").out()).startsWith("No jobs.");
    }

    @Test
    void tasks_that_wait_for_others_have_a_column_of_their_own() {
        String first = grid.gleaner("submit", "--memory", "900G", "true").out().strip();
        String second = grid.gleaner("submit", "--after", first, "--array", "1-7", "true")
                .out()
                .strip();

        assertThat(grid.gleaner("status", second).out())
                .containsPattern("READY +WAITING +PAUSED")
                .containsPattern("waiting +0/7 +- +- +7 +- +-");
        assertThat(grid.gleaner("status", first).out()).doesNotContain("WAITING");
        assertThat(grid.gleaner("cancel", first).exit()).isZero();
    }

    @Test
    void a_task_that_never_ran_is_told_apart_from_one_that_printed_nothing() {
        String job = grid.gleaner("submit", "no-such-command").out().strip();
        assertThat(grid.gleaner("wait", job).exit()).isEqualTo(1);

        assertThat(grid.gleaner("logs", job).err())
                .isEqualTo(job + ".1 printed nothing (not-startable: command not found: no-such-command).\n");
        assertThat(grid.gleaner("get", job, "--to", "none").out())
                .isEqualTo("Nothing to fetch yet, and 1 task of job " + job + " is blocked; 'gleaner why " + job
                        + "' says why.\n");
        assertThat(grid.gleaner("wait", job + ".2").exit()).isEqualTo(3);
    }

    @Test
    void logs_of_failures_that_are_alike_are_shown_twice_and_then_counted() {
        String job = failing();

        String logs = grid.gleaner("logs", job, "--failed", "--tail", "1").out();

        assertThat(logs.lines())
                .containsExactly(
                        "==> " + job + ".1 stderr <==",
                        "ModuleNotFoundError: numpy in line 1",
                        "==> " + job + ".2 stderr <==",
                        "ModuleNotFoundError: numpy in line 2",
                        "==> 3 more tasks failed the same way, such as " + job + ".3 <==");
    }

    @Test
    void history_of_a_job_or_a_task_shows_its_attempts_and_no_others() {
        String before = submitted("submit", "--name", "chapter", "--wait", "--array", "1-2", "true");
        String job = submitted("submit", "--name", "chapter", "--wait", "--array", "1-3", "true");
        String after = submitted("submit", "--wait", "true");

        assertThat(attempts("history", job)).containsExactly(job + ".3#1", job + ".2#1", job + ".1#1");
        assertThat(attempts("history", job + ".1-2")).containsExactly(job + ".2#1", job + ".1#1");
        assertThat(attempts("history", "last")).containsExactly(after + ".1#1");
        assertThat(attempts("history", job, "--failed")).isEmpty();
        assertThat(attempts("history", "name:chapter", "--limit", "4"))
                .containsExactly(job + ".3#1", job + ".2#1", job + ".1#1", before + ".2#1");
        assertThat(grid.gleaner("history", job, "--limit", "2").out()).contains("Older attempts are not shown");
        assertThat(grid.gleaner("history", job, "--limit", "3").out()).doesNotContain("Older attempts");
        assertThat(grid.gleaner("history", "99999").exit()).isEqualTo(3);
    }

    private static List<String> attempts(String... words) {
        return grid.gleaner(words)
                .out()
                .lines()
                .map(line -> line.split(" ")[0])
                .filter(word -> word.contains("#"))
                .toList();
    }

    @Test
    void history_shows_what_ran_where_and_can_be_narrowed_down() {
        String job = failing();
        String fine = submitted("submit", "--type", "fine", "--wait", "true");

        Result all = grid.gleaner("history", "--since", "1h", "--limit", "7");

        assertThat(all.exit()).as(all.err()).isZero();
        assertThat(all.out().lines().toList().get(1)).startsWith(fine + ".1#1").contains("fine", "done");
        assertThat(all.out()).contains(job + ".6#1", job + ".1#1", "ModuleNotFoundError: numpy in line #");
        assertThat(grid.gleaner("history", "--failed", "--node", "n1", "--limit", "5")
                        .out())
                .contains(job + ".5#1")
                .doesNotContain(job + ".6#1", "fine");
        assertThat(grid.gleaner("history", "--type", "fine", "--json").out())
                .startsWith("{\"version\":1,\"attempts\":[{\"attempt\":\"" + fine + ".1#1\",")
                .endsWith("],\"more\":false}\n");
        assertThat(grid.gleaner("history", "--type", "none").out()).contains("No matching attempts");
        assertThat(grid.gleaner("history", "--limit", "0").exit()).isEqualTo(2);
        assertThat(grid.gleaner("history", "--since", "yesterday").err().lines())
                .hasSize(3);
        assertThat(grid.gleaner("history", "--owner", "a b").exit()).isEqualTo(2);
    }

    @Test
    void tasks_that_stand_still_for_a_person_are_told_apart() {
        String job = submitted("submit", "sleep", "60");
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> grid.gleaner("status", job, "--tasks").out().contains("running"));
        assertThat(grid.gleaner("agent", "pause", "1h").exit()).isZero();

        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() ->
                            grid.gleaner("status", job, "--tasks").out().contains("suspended: the machine is in use"));
            assertThat(grid.gleaner("why", job).out()).startsWith("1 task: suspended on ");
            assertThat(grid.gleaner("node", "info", "n1").out()).contains("suspended: the machine is in use");
        } finally {
            // The other tests need the agent.
            assertThat(grid.gleaner("agent", "resume").exit()).isZero();
        }
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
    }
}
