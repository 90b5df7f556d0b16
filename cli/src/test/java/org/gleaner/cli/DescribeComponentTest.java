package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs described in every way, submitted to a real server and run by a real agent. */
final class DescribeComponentTest {
    @TempDir
    static Path root;

    private static TestGrid grid;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
    }

    @AfterAll
    static void stop() throws Exception {
        grid.stop();
    }

    private static String well(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void rows_fill_in_columns_on_the_machine_and_name_the_results() throws Exception {
        grid.write("rows/runs.csv", "who;what-else;file\nada;\"a;b $(touch x)\";rows/1.txt\nbob;-rf;rows/2.txt\n");
        grid.write("rows/1.txt", "one\n");
        grid.write("rows/2.txt", "two\n");
        grid.write("rows/s.sh", "cat \"$1\" >out; printf '%s|%s|%s' \"$2\" \"$3\" \"$GLEANER_ROW_what_else\" >>out\n");

        String job = well(
                        "submit",
                        "--each-row",
                        "rows/runs.csv",
                        "--in",
                        "{file}",
                        "--in",
                        "rows/s.sh",
                        "--out",
                        "out",
                        "--wait",
                        "sh",
                        "rows/s.sh",
                        "{file}",
                        "{who}",
                        "{what-else}")
                .strip();
        well("get", job, "--to", "named/{who}.txt");

        assertThat(grid.file("named/ada.txt")).content(UTF_8).isEqualTo("one\nada|a;b $(touch x)|a;b $(touch x)");
        assertThat(grid.file("named/bob.txt")).content(UTF_8).isEqualTo("two\nbob|-rf|-rf");
        assertThat(grid.file("x")).doesNotExist();
        Result wrong = grid.gleaner("get", job, "--to", "named/{whom}.txt");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("Did you mean {who}?");
    }

    @Test
    void a_script_describes_its_own_job() throws Exception {
        grid.write("own/run.sh", """
                #!/bin/sh
                #GLEANER --array 1-2 --env GREETING=hello --name own --wait
                echo "$GREETING $1 $GLEANER_ENTRY"
                """);

        String job = well("submit", "own/run.sh", "arg{}").strip();

        assertThat(well("logs", job)).contains("hello arg1 1", "hello arg2 2");
        assertThat(well("status", job, "--json")).contains("\"name\":\"own\",\"type\":\"run.sh\"");
    }

    @Test
    void a_job_file_describes_a_job() throws Exception {
        grid.write(
                "job.toml",
                "command = [\"echo\", \"{}\", \"x\"]\narray = \"1-2\"\nname = \"from-file\"\nwait = true\n");

        String job = well("submit", "-f", "job.toml").strip();

        assertThat(well("logs", job)).contains("1 x", "2 x");
    }

    @Test
    void a_dry_run_tells_tasks_files_and_machines_and_submits_nothing() throws Exception {
        grid.write("dry.txt", "12345");
        String before = jobs();

        Result fits =
                grid.gleaner("submit", "--dry-run", "--array", "1-2000%7", "--in", "dry.txt", "wc", "-c", "a b", "{}");
        Result misfits = grid.gleaner("submit", "--dry-run", "--memory", "900G", "--os", "windows", "true");
        Result json = grid.gleaner("submit", "--json", "--dry-run", "--array", "1-5", "--memory", "900G", "echo", "{}");

        assertThat(fits.exit()).as(fits.err()).isZero();
        assertThat(fits.out())
                .contains(
                        "nothing is submitted",
                        "2000 tasks, at most 7 at once",
                        "1: wc -c 'a b' 1",
                        "…",
                        "2000: wc -c 'a b' 2000")
                .contains("1 file, 5 B", "The only machine could run it, ");
        assertThat(misfits.exit()).isZero();
        assertThat(misfits.out()).contains("The only machine could not run it.\n");
        assertThat(json.out())
                .startsWith("{\"version\":1,\"dryRun\":true,\"name\":\"echo\",\"type\":\"echo\",\"tasks\":5,"
                        + "\"commands\":[{\"task\":1,"
                        + "\"command\":[\"echo\",\"1\"]},{\"task\":2,")
                .contains("\"files\":0,\"bytes\":0,\"nodes\":1,\"fitting\":0,\"atOnce\":0,\"misfits\":[{\"kind\":\"")
                .contains("\"changes\":[");
        assertThat(jobs()).isEqualTo(before);
    }

    /** All that is known of jobs, without the time at which somebody asked. */
    private String jobs() {
        return well("status", "--json").replaceFirst(",\"now\":\"[^\"]+\"", "");
    }

    @Test
    void predecessors_are_named_by_selectors_and_unknown_ones_refused() {
        String first = well("submit", "--name", "first", "--array", "1-3", "echo", "{}")
                .strip();

        String second = well("submit", "--after", "name:first", "--after", first + ".1-2", "--wait", "true")
                .strip();
        assertThat(well("status", second, "--json")).contains("\"state\":\"done\"");
        assertThat(well("submit", "--dry-run", "--after-each", first, "--array", "1-3", "echo", "{}"))
                .contains("Each task waits for the same task of job " + first);

        assertThat(grid.gleaner("submit", "--after", "99999", "true").exit()).isEqualTo(3);
        assertThat(grid.gleaner("submit", "--after", first + ".9", "true").exit())
                .isEqualTo(3);
        assertThat(grid.gleaner("submit", "--after", "state:done", "true").err())
                .contains("not a fixed set");
        assertThat(grid.gleaner("submit", "--after-each", first + ".1", "true").err())
                .contains("whole jobs");
    }

    @Test
    void jobs_run_when_another_failed_or_ended_somehow() {
        String bad = well("submit", "--max-failures", "1", "false").strip();
        String alarm = well("submit", "--after-failed", bad, "--wait", "true").strip();
        String clean = well("submit", "--after-any", bad, "--wait", "true").strip();
        assertThat(well("status", alarm, clean, "--json")).contains("\"state\":\"done\"");

        String good = well("submit", "--array", "1-2", "--wait", "true").strip();
        assertThat(grid.gleaner("submit", "--after-failed", good, "true").err())
                .contains("but that one ended without a failed task");

        String slow = well("submit", "--needs", "no-such-runtime", "true").strip();
        String never = well("submit", "--after-failed", slow, "true").strip();
        assertThat(well("why", never)).contains("waiting for a failure in job " + slow);
        assertThat(well("cancel", slow)).contains("Job " + never);
        assertThat(well("why", never)).contains("without the failure");
    }

    @Test
    void a_command_is_told_when_a_job_that_is_waited_for_ends() {
        String line = "echo \"$GLEANER_STATE $GLEANER_NAME $GLEANER_DONE/$GLEANER_TASKS\" >told-$GLEANER_JOB";

        String done = well("submit", "--wait", "--name", "$(touch y)", "--notify", line, "true")
                .strip();
        Result failed = grid.gleaner("run", "--max-failures", "1", "--notify", "echo told: $GLEANER_STATE", "false");
        well("wait", done, "--notify", "echo again >>told-$GLEANER_JOB");

        assertThat(grid.file("told-" + done)).content(UTF_8).isEqualTo("done $(touch y) 1/1\nagain\n");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.err()).contains("told: blocked");
        assertThat(grid.file("y")).doesNotExist();
    }
}
