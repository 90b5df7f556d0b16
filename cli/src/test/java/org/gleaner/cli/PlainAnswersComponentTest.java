package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What somebody meets who tries things: answers that are true and say what to do next. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PlainAnswersComponentTest {
    private TestGrid grid;

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root);
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    private String well(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    private String submitted(String... words) {
        return well(words).strip();
    }

    private String refused(int exit, String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
        return result.err();
    }

    @Test
    void why_says_paused_by_hand_once_a_held_job_was_released() {
        String job = submitted("submit", "--hold", "--begin", "+2h", "true");
        well("resume", job);
        well("pause", job);

        assertThat(well("why", job)).contains("paused by hand");
        well("cancel", job);
    }

    @Test
    void what_a_person_blocked_is_not_told_with_what_failed() {
        String job = submitted(
                "submit", "--hold", "--max-failures", "1", "--stop-after", "9", "--array", "1-2", "--shell", "exit 3");
        well("block", job + ".2");
        well("resume", job);
        assertThat(grid.gleaner("wait", job).exit()).isEqualTo(1);

        assertThat(well("why", job))
                .containsSubsequence(
                        "1 task: blocked: task 1 failed 1 time",
                        "\n  1 task: exit code 3, on 1 machine (see gleaner logs " + job + ".1)\n",
                        "\n1 task: blocked by hand\n");
        assertThat(well("why", job + ".2"))
                .startsWith("1 task: blocked by hand\n")
                .doesNotContain("exit code 3");
    }

    @Test
    void get_tells_a_job_that_declares_no_outputs_from_one_that_is_not_done() {
        String job = submitted("submit", "--array", "1-2", "--wait", "echo", "{}");

        String none = "Nothing to fetch: job " + job + " declares no outputs, which 'gleaner submit --out' does;"
                + " 'gleaner logs " + job + "' shows what it printed.\n";
        assertThat(well("get", job, "--outputs-only")).isEqualTo(none);
        assertThat(well("get", job, "--to", "x/{#}.csv")).isEqualTo(none);
        String empty = submitted("submit", "--out-optional", "none.csv", "--wait", "true");
        assertThat(well("get", empty, "--outputs-only"))
                .isEqualTo("Nothing to fetch: all tasks are done and left no files.\n");
    }

    @Test
    void retry_set_and_rerun_take_several_selectors() {
        String first = submitted("submit", "--cores", "64", "true");
        String second = submitted("submit", "--cores", "64", "true");

        assertThat(well("set", first, second, "priority=3", "weight=2"))
                .isEqualTo("Job " + first + ": priority=3 weight=2.\nJob " + second + ": priority=3 weight=2.\n");
        Result half = grid.gleaner("set", first, "999999", "priority=4");
        assertThat(half.exit()).isEqualTo(3);
        assertThat(half.out()).isEqualTo("Job " + first + ": priority=4.\n");
        assertThat(half.err()).contains("You have no job 999999.", "Not changed: 999999");
        assertThat(refused(2, "set", "priority=4", "weight=2")).contains("needs a job");
        assertThat(refused(2, "set", first, second)).contains("needs something to set");
        well("cancel", first, second);
        assertThat(well("retry", first, second))
                .isEqualTo("Job " + first + ": 1 task requeued.\nJob " + second + ": 1 task requeued.\n");
        assertThat(refused(3, "retry", first, "999999")).contains("Not requeued: 999999");
        assertThat(refused(3, "rerun", first, second))
                .contains("Nothing to run again in job " + first, "'gleaner retry " + first + "'");
        well("cancel", first, second);
        String done = submitted("submit", "--wait", "true");
        String other = submitted("submit", "--wait", "true");
        assertThat(well("rerun", done, other).lines()).hasSize(2);
    }

    @Test
    void status_counts_the_tasks_that_were_cancelled() {
        String job = submitted("submit", "--array", "1-3", "--cores", "64", "true");
        assertThat(well("status", job)).doesNotContain("CANCELLED");

        well("cancel", job + ".2-3");

        assertThat(well("status", job)).containsPattern("BLOCKED +CANCELLED +ETA\n.* - +- +2 +\\?\n");
        well("cancel", job);
    }

    @Test
    void a_number_without_a_unit_is_answered_with_all_units() {
        assertThat(refused(2, "submit", "--time", "10m", "--signal", "USR1@60", "true"))
                .contains("60s, 60m, 60h or 60d");
        assertThat(refused(2, "submit", "--partial", "60", "true")).contains("60s, 60m, 60h or 60d");
        assertThat(refused(2, "submit", "--expect", "60", "true")).contains("60s, 60m, 60h or 60d");
    }

    @Test
    void a_guess_beyond_the_time_limit_is_refused_wherever_it_is_said() throws Exception {
        grid.write("guess.toml", "[[job]]\nname = \"a\"\ncommand = [\"true\"]\nexpect = \"2h\"\ntime = \"1h\"\n");
        grid.write("guess.sh", "#!/bin/sh\n#GLEANER --expect 2h --time 1h\ntrue\n");
        grid.write("guesses.txt", "--expect 2h --time 1h true\n");

        assertThat(refused(2, "submit", "--expect", "2h", "--time", "1h", "true"))
                .contains("--expect", "60 min");
        assertThat(refused(2, "submit", "guess.sh")).contains("expect", "60 min");
        assertThat(refused(2, "submit", "-f", "guess.toml")).contains("expect", "60 min");
        assertThat(refused(2, "submit", "--batch", "guesses.txt")).contains("expect", "60 min");
    }

    @Test
    void what_concerns_the_whole_call_is_refused_in_a_line_and_in_a_table() throws Exception {
        grid.write("dry.txt", "true\n--dry-run true\n");
        grid.write("waits.txt", "{\"command\": [\"true\"], \"wait\": true}\n");
        grid.write("dry.toml", "[[job]]\nname = \"a\"\ncommand = [\"true\"]\ndry-run = true\n");
        grid.write("copied.txt", "true\ngleaner submit --array 1-3 echo {}\n");

        assertThat(refused(2, "submit", "--batch", "dry.txt"))
                .contains("ine 2", "--dry-run belongs on the command line");
        assertThat(refused(2, "submit", "--batch", "waits.txt"))
                .contains("ine 1", "--wait belongs on the command line");
        assertThat(refused(2, "submit", "-f", "dry.toml")).contains("--dry-run belongs on the command line");
        assertThat(refused(2, "submit", "--batch", "copied.txt")).contains("ine 2", "begins with 'gleaner submit'");
    }

    @Test
    void a_word_in_braces_that_is_no_column_of_the_job_that_left_the_file_is_refused() {
        String map = submitted("submit", "--array", "1-2", "--out", "d", "--shell", "mkdir d; touch d/1");

        assertThat(refused(2, "submit", "--in-from", map + ":d/{alpha}", "true"))
                .contains("it takes d/{alpha} from job " + map + ", but no column is called alpha");
    }

    @Test
    void a_job_that_there_is_not_for_the_caller_is_told_in_the_same_words_by_all_verbs() {
        for (String[] words : new String[][] {
            {"status", "999999"},
            {"wait", "999999"},
            {"get", "999999"},
            {"logs", "999999"},
            {"cancel", "999999"},
            {"delete", "999999"},
            {"why", "999999"},
            {"set", "999999", "priority=1"},
            {"rerun", "999999"},
            {"retry", "999999"}
        }) {
            assertThat(refused(3, words))
                    .as(words[0])
                    .contains("You have no job 999999.", "It may have been deleted, or belong to someone else.");
        }
    }

    @Test
    void slips_are_answered_with_what_was_probably_meant() {
        assertThat(refused(2, "cancel", "7_3")).contains("Did you mean 7.3?");
        assertThat(refused(2, "set", "7", "priorty=2")).contains("Did you mean priority?");
        assertThat(refused(2, "config", "set", "licenses", "matlab=1")).contains("Did you mean licences?");
        assertThat(refused(2, "submit", "--gpus-per-task", "1", "true")).contains("Did you mean --gpus?");
        assertThat(refused(2, "status", "--since", "yesterday")).contains("2026-11-16");
        assertThat(refused(2, "submit", "--in-from", "7:", "true")).contains("'7:' does not name a file; write 7");
        assertThat(refused(2, "cancel")).contains("'gleaner cancel' needs at least one selector.");
        assertThat(refused(2, "backup", "nodir/x.zip")).contains("There is no directory " + grid.file("nodir") + ".");
    }

    @Test
    void two_forms_of_status_are_not_mixed() {
        assertThat(refused(2, "status", "--tasks", "--failures"))
                .contains("--tasks can't be combined with --failures.");
        assertThat(refused(2, "status", "--tree", "--tasks")).contains("--tasks can't be combined with --tree.");
    }

    @Test
    void a_retry_that_has_nothing_to_do_says_why() throws Exception {
        grid.write("data.txt", "one");
        String done = submitted("submit", "--in", "data.txt", "--wait", "cat", "data.txt");
        String open = submitted("submit", "--cores", "64", "true");

        assertThat(well("retry", open))
                .isEqualTo("Job " + open + ": 0 tasks requeued; 1 unchanged: none is blocked or cancelled.\n");
        assertThat(well("retry", done, "--refresh")).contains("all tasks are done", "were not sent");
        String held = submitted("submit", "--cores", "64", "--array", "1-4", "--in", "data.txt", "cat", "data.txt");
        well("cancel", held);
        well("retry", held);
        assertThat(well("retry", held, "--refresh")).endsWith("; its 4 tasks are queued already.\n");
        well("cancel", open, held);
    }

    @Test
    void several_jobs_that_are_over_are_told_in_a_line_each_and_not_to_be_tried_again() {
        String first = submitted("submit", "--wait", "true");
        String second = submitted("submit", "--wait", "true");

        assertThat(refused(3, "cancel", first, second))
                .startsWith("gleaner: Not cancelled: " + first + " " + second + "\n  " + first + ": Can't cancel job "
                        + first + ": ")
                .contains("\n  " + second + ": Can't cancel job " + second + ": ")
                .hasLineCount(4);
        assertThat(refused(3, "cancel", first)).startsWith("gleaner: Not possible in this state.\n");
    }

    @Test
    void who_says_yes_where_nothing_is_asked_is_not_refused() {
        String job = submitted("submit", "--cores", "64", "true");

        assertThat(well("cancel", job, "--yes")).isEqualTo("Job " + job + ": 1 task cancelled.\n");
    }

    @Test
    void status_of_some_tasks_shows_these() {
        String job = submitted("submit", "--array", "1-3", "--cores", "64", "true");

        assertThat(well("status", job + ".2-3")).isEqualTo(well("status", job + ".2-3", "--tasks"));
        well("cancel", job);
    }

    @Test
    void jobs_from_to_are_answered_with_how_several_are_written() {
        assertThat(refused(2, "get", "1-3")).contains("Several jobs are written one by one, as in 1 3");
        assertThat(refused(2, "submit", "--depend", "7", "true")).contains("Did you mean --after?");
    }

    @Test
    void a_dry_run_of_a_slurm_script_shows_the_script_and_not_what_is_around_it() throws Exception {
        grid.write("run.sh", "#!/bin/sh\n#SBATCH --array=1-2\necho $SLURM_ARRAY_TASK_ID\n");

        String dry = well("submit", "--sbatch", "run.sh", "--dry-run");

        assertThat(dry).contains("run.sh    with SLURM_JOB_ID and its kin").doesNotContain("export");
    }

    @Test
    void a_value_that_can_t_be_used_is_reported_with_the_line_of_its_key() throws Exception {
        grid.write("key.toml", "[[job]]\nname = \"a\"\ncommand = [\"true\"]\nin-from = [\"nosuch:out\"]\n");

        assertThat(refused(2, "submit", "-f", "key.toml")).contains("Line 4: No job in the file is called 'nosuch'.");
    }
}
