package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people type, and what their tasks do, is never trusted; refusals have three lines and the right exit code. */
class BadInputIT {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int REFUSED = 3;
    private static final int UNREACHABLE = 4;

    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 4);
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void bad_usage_ends_with_2() throws Exception {
        refused(
                USAGE,
                words("submit", "--frobnicate", "true"),
                words("submit", "--memory", "2X", "true"),
                words("submit", "--time", "10parsecs", "true"),
                words("submit", "--cores", "many", "true"),
                words("submit", "--in", "missing.txt", "true"),
                words("submit", "--each", "nothing-*.txt", "true", "{}"),
                words("submit"),
                words("frobnicate"),
                words("config", "set", "no-such-setting", "1"),
                words("config", "set", "lost-after", "soon"),
                words("set", "1", "weight=0"),
                words("set", "1", "priority=5000"),
                words("set", "1", "copies=99"),
                words("set", "1", "at-most=0"),
                words("status", "!!"));
    }

    @Test
    void a_name_or_a_type_that_no_job_has_ends_with_3_and_a_state_that_none_is_in_is_an_answer() throws Exception {
        refused(
                REFUSED,
                words("status", "name:nosuch"),
                words("status", "type:nosuch"),
                words("why", "name:nosuch"),
                words("delete", "name:nosuch"),
                words("retry", "type:nosuch"));
        assertThat(grid.well("status", "state:waiting")).startsWith("None of your tasks is waiting. You");
    }

    @Test
    void a_bad_job_description_ends_with_2() throws Exception {
        refused(
                USAGE,
                words("submit", "--array", "1-0", "true"),
                words("submit", "--array", "1-10000000000", "true"),
                words("submit", "--array", "x", "true"),
                words("submit", "--out", "../x", "true"),
                words("submit", "--out", "/etc/x", "true"),
                words("submit", "--out", "a/../../x", "true"),
                words("submit", "--max-failures", "0", "true"),
                words("submit", "--in", "/etc/../etc/nothing-there", "true"));
    }

    @Test
    void slips_of_newcomers_and_habits_of_other_programs_end_with_2() throws Exception {
        grid.file("rows.csv", "alpha,beta\n1,2\n");
        grid.file("ragged.csv", "alpha,beta\n1\n");
        grid.file("typo.toml", "memroy = \"2G\"\ncommand = [\"true\"]\n");
        grid.file("late.sh", "#!/bin/sh\ntrue\n#GLEANER --memory 2G\n");
        grid.file("slurm.sh", "#!/bin/sh\n#SBATCH --mem=2G\n");
        grid.file("bad.tgz", "no archive");
        refused(
                USAGE,
                words("submit", "--mem", "2G", "true"),
                words("submit", "-a", "1-9", "true"),
                words("submit", "--array", "1-100%0", "true"),
                words("submit", "--array", "5", "true"),
                words("submit", "--memory", "2000", "true"),
                words("submit", "--time", "1:00:00", "true"),
                words("submit", "echo", "{}"),
                words("submit", "echo", ":::", "a"),
                words("submit", "echo a b"),
                words("submit", "sort", "x", ">", "y"),
                words("submit", "--each-row", "rows.csv", "echo", "{alpa}"),
                words("submit", "--each-row", "ragged.csv", "echo", "{alpha}"),
                words("submit", "-f", "typo.toml"),
                words("submit", "late.sh"),
                words("submit", "slurm.sh"),
                words("submit", "--in-archive", "bad.tgz", "true"),
                words("submit", "--env", "GLEANER_TOKEN=x", "true"),
                words("submit", "--copies", "0", "true"),
                words("submit", "--notify", "https://127.0.0.1/x", "true"));
    }

    @Test
    void what_is_not_there_or_not_allowed_ends_with_3() throws Exception {
        refused(
                REFUSED,
                words("status", "99999"),
                words("cancel", "99999"),
                words("get", "99999"),
                words("submit", "--after", "99999", "true"),
                words("logs", "99999.1"));
        Shell.Result stranger = grid.launchAs("nonsense", "status").result();
        assertThat(stranger.exit()).as(stranger.err()).isEqualTo(REFUSED);
        threeLines(stranger);
    }

    @Test
    void a_server_that_is_not_there_ends_with_4() throws Exception {
        Shell.Result result = new Shell(temp)
                .with("GLEANER_HOME", temp.resolve("nowhere"))
                .with("GLEANER_URL", "http://127.0.0.1:1")
                .with("GLEANER_TOKEN", "any")
                .run(
                        Path.of(System.getProperty("gleaner.root", ".."))
                                .resolve("gleaner")
                                .toAbsolutePath(),
                        "status");

        assertThat(result.exit()).isEqualTo(UNREACHABLE);
        threeLines(result);
    }

    @Test
    void an_agent_without_the_right_token_or_in_the_place_of_another_ends_with_3() throws Exception {
        Path wrong = grid.file("wrong.token", "nonsense");
        Path right = grid.data().resolve("join.token");

        Shell.Started stranger = grid.launch(
                "agent", grid.url(), "--token-file", wrong, "--dir", temp.resolve("new"), "--sandbox", "off");
        Shell.Started second = grid.launch("agent", grid.url(), "--token-file", right, "--dir", temp.resolve("agent"));

        assertThat(stranger.result().exit()).isEqualTo(REFUSED);
        assertThat(stranger.result().err()).contains("join token").doesNotContain("nonsense", "Exception");
        assertThat(second.result().exit()).isEqualTo(REFUSED);
        assertThat(second.result().err()).contains("Another agent", " is using the directory");
        threeLines(second.result());
    }

    @Test
    void entries_reach_the_command_as_they_are() throws Exception {
        Path trap = temp.resolve("trap");
        List<String> entries = List.of(
                "a b",
                "-rf",
                "--",
                ";touch " + trap,
                "$(touch " + trap + ")",
                "`touch " + trap + "`",
                "ü→😀",
                "{}",
                "{#}",
                "'\"\\",
                "*",
                "a\tb ",
                "%s");
        grid.file("entries", String.join("\n", entries) + "\n");

        JobId plain = grid.submit("--each-line", "entries", "printf", "<%s>", "{}");
        JobId shell = grid.submit("--each-line", "entries", "--shell", "printf '<%s>{}' \"$GLEANER_ENTRY\"");
        grid.untilDone(plain);
        grid.untilDone(shell);
        grid.well("get", plain, "--to", "plain");
        grid.well("get", shell, "--to", "shell");

        for (int i = 0; i < entries.size(); i++) {
            String name = (i + 1) + "/stdout";
            assertThat(temp.resolve("plain/" + name)).content().isEqualTo("<" + entries.get(i) + ">");
            assertThat(temp.resolve("shell/" + name)).content().isEqualTo("<" + entries.get(i) + ">{}");
        }
        assertThat(trap).doesNotExist();
    }

    @Test
    void cells_of_rows_reach_the_command_as_they_are() throws Exception {
        Path trap = temp.resolve("cell-trap");
        List<String> cells =
                List.of("a b", "-rf", ";touch " + trap, "$(touch " + trap + ")", "ü→😀", "two\nlines", "{}");
        StringBuilder csv = new StringBuilder("\ufeffcell;n\r\n");
        for (int i = 0; i < cells.size(); i++) {
            csv.append('"').append(cells.get(i)).append("\";").append(i + 1).append("\r\n");
        }
        grid.file("cells.csv", csv.toString());

        JobId job = grid.submit(
                "--each-row", "cells.csv", "--shell", "printf '<%s>' \"$GLEANER_ROW_cell\" >f", "--out", "f");
        JobId words = grid.submit("--each-row", "cells.csv", "printf", "<%s>", "{cell}");
        grid.untilDone(job);
        grid.untilDone(words);
        grid.well("get", job, "--to", "cells/{n}.txt");
        grid.well("get", words, "--to", "words");

        for (int i = 0; i < cells.size(); i++) {
            assertThat(temp.resolve("cells/" + (i + 1) + ".txt")).content().isEqualTo("<" + cells.get(i) + ">");
            assertThat(temp.resolve("words/" + (i + 1) + "/stdout")).content().isEqualTo("<" + cells.get(i) + ">");
        }
        assertThat(trap).doesNotExist();
    }

    @Test
    void an_output_that_was_not_made_blocks_the_task_and_says_so() throws Exception {
        JobId job = grid.submit("--out", "never.txt", "--max-failures", "1", "true");

        assertThat(endOf(job)).contains("no-output", "never.txt");
    }

    @Test
    void names_and_words_that_are_not_text_are_refused_and_never_altered() throws Exception {
        Path odd = Files.createDirectories(temp.resolve("odd"));
        new Shell(odd).run("sh", "-c", "touch \"$(printf 'a\\377')\" \"$(printf 'a\\376')\"");
        String append = "exec \"$0\" \"$@\" \"$(printf 'a\\377')\"";
        String set = "ODD=\"$(printf 'a\\377')\" exec \"$0\" \"$@\"";

        assertThat(grid.launch("submit", "--in", "odd", "true").result())
                .matches(result -> result.exit() == USAGE && result.err().contains("not UTF-8 text"));
        assertThat(grid.launchBehind(List.of("sh", "-c", append), "none", "submit", "echo")
                        .result())
                .matches(result -> result.exit() == USAGE && result.err().contains("not UTF-8 text"));
        assertThat(grid.launchBehind(List.of("sh", "-c", set), "none", "submit", "--env", "ODD", "true")
                        .result())
                .matches(result -> result.exit() == USAGE && result.err().contains("not UTF-8 text"));
        JobId job = grid.submit(
                "--out",
                "d",
                "--max-failures",
                "1",
                "--shell",
                "mkdir d; echo 1 >\"d/a$(printf '\\377')\"; echo 2 >\"d/a$(printf '\\376')\"");
        assertThat(endOf(job)).contains("no-output", "not UTF-8 text");
    }

    @Test
    void letters_of_every_language_arrive_as_they_were_typed() throws Exception {
        grid.file("Grüße 世界.txt", "content\n");

        JobId job = grid.submit(
                "--in",
                "Grüße 世界.txt",
                "--out",
                "größer",
                "--env",
                "WORD=ß",
                "--shell",
                "cp 'Grüße 世界.txt' größer; echo \"$WORD ä\"");
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo("ß ä\n");
        grid.well("get", job, "--to", "letters");
        assertThat(temp.resolve("letters/größer")).hasContent("content\n");
    }

    @Test
    void an_output_that_leads_out_of_the_directory_is_not_taken() throws Exception {
        Path secret = grid.file("secret.txt", "the agent's own");
        String line = "ln -s '" + secret + "' link; mkdir d; ln -s '" + secret + "' d/link; echo fine >d/file";

        JobId link = grid.submit("--out", "link", "--max-failures", "1", "--shell", line);
        JobId directory = grid.submit("--out", "d", "--shell", line);

        assertThat(endOf(link)).contains("no-output", "link");
        grid.untilDone(directory);
        grid.well("get", directory, "--to", "taken");
        assertThat(temp.resolve("taken/d/file")).content().isEqualTo("fine\n");
        assertThat(temp.resolve("taken/d/link")).doesNotExist();
    }

    @Test
    void a_command_that_no_node_has_blocks_the_task_and_says_so() throws Exception {
        JobId job = grid.submit("no-such-command-anywhere");

        Shell.Result waited = grid.gleaner("wait", job, "--timeout", "60s");

        assertThat(waited.exit()).as(waited.err()).isEqualTo(FAILED);
        assertThat(grid.well("status", job, "--tasks")).contains("not-startable", "no-such-command-anywhere");
        assertThat(grid.well("why", job)).contains("no machine could start it");
    }

    @Test
    void a_command_that_takes_too_long_is_killed_and_blocked() throws Exception {
        JobId job = grid.submit("--time", "1s", "sleep", "1000");

        assertThat(endOf(job)).contains("timed-out");
    }

    /** Waits, which must end with 1, and returns the cause and the detail of the first task's last attempt. */
    private static String endOf(JobId job) throws Exception {
        Shell.Result waited = grid.gleaner("wait", job, "--timeout", "60s");
        assertThat(waited.exit()).as(waited.err()).isEqualTo(FAILED);
        assertThat(grid.counts(job).blocked()).isEqualTo(1);
        LastAttempt last = grid.tasks(job).get(0).last();
        return last == null || last.cause() == null ? "" : last.cause().word() + ": " + last.detail();
    }

    private static Object[] words(String... words) {
        return words;
    }

    /** Runs all of them at once, to be done sooner. */
    private static void refused(int exit, Object[]... commands) throws IOException, InterruptedException {
        List<Shell.Started> started = new ArrayList<>();
        for (Object[] command : commands) {
            started.add(grid.launch(command));
        }
        for (int i = 0; i < commands.length; i++) {
            Shell.Result result = started.get(i).result();
            String said = String.join(" ", List.of(commands[i]).toString(), result.out(), result.err());
            assertThat(result.exit()).as(said).isEqualTo(exit);
            assertThat(result.out()).as(said).isEmpty();
            threeLines(result);
        }
    }

    private static void threeLines(Shell.Result result) {
        assertThat(result.err()).hasLineCount(3).doesNotContain("Exception", "\tat ", "null");
    }
}
