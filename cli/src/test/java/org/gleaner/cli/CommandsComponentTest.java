package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
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
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scripts may rely on, tried with real commands on a real server and a real agent. */
final class CommandsComponentTest {
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

    private static String submitted(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).matches("[0-9]+\n");
        return result.out().strip();
    }

    @Test
    void submit_prints_the_id_alone_when_piped_and_a_versioned_object_as_json() {
        String job = submitted("submit", "--array", "1-9:4", "echo", "{}");

        assertThat(grid.gleaner("submit", "--array", "1-500", "--name", "later", "true", "--json")
                        .exit())
                .isZero();
        assertThat(grid.gleaner("submit", "--json", "--array", "1-3", "true").out())
                .matches("\\{\"version\":1,\"job\":[0-9]+,\"tasks\":3}\n");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        assertThat(grid.gleaner("cancel", "name:later").exit()).isZero();
    }

    @Test
    void what_a_task_wrote_so_far_can_be_fetched_while_it_runs() throws Exception {
        Path go = root.resolve("go-partial");
        String job = submitted(
                "submit",
                "--partial",
                "1s",
                "--out",
                "part.txt",
                "--shell",
                "echo half > part.txt; i=0; until [ -e " + go
                        + " ] || [ $((i=i+1)) -gt 300 ]; do sleep 0.1; done; echo whole > part.txt");
        Path target = root.resolve("partial-" + job);

        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
            grid.gleaner("get", job, "--partial", "--to", target.toString());
            return Files.exists(target.resolve("part.txt"));
        });

        assertThat(target.resolve("part.txt")).hasContent("half");
        assertThat(grid.gleaner("get", job + ".1#1", "--partial", "--json").out())
                .contains("\"tasks\":1,", "\"to\":\"gleaner-" + job + "-partial-1\"", "[\"" + job + ".1#1\"]");
        assertThat(grid.gleaner("get", job + ".1#2", "--partial").out()).startsWith("No partial results");
        assertThat(grid.gleaner("get", job + ".1#1").err()).contains("Add --partial");
        assertThat(grid.gleaner("get", job + "#1", "--partial").err()).contains("Write " + job + ".1#1 for");
        assertThat(grid.gleaner("status", "--tasks", job).out()).contains("partial results of #1");
        Files.createFile(go);
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        assertThat(grid.gleaner("get", job, "--partial", "--json").out()).contains("\"tasks\":0,");
        assertThat(grid.gleaner("get", job, "--to", root.resolve("whole").toString())
                        .exit())
                .isZero();
        assertThat(root.resolve("whole/part.txt")).hasContent("whole");
    }

    @Test
    void a_directory_is_declared_with_a_slash_at_its_end_or_without_and_empty_ones_arrive() {
        String job = submitted("submit", "--out", "r/", "--shell", "mkdir -p r/none r/.hidden; echo x >r/f");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        Path target = root.resolve("slash-" + job);

        assertThat(grid.gleaner("get", job, "--to", target.toString()).exit()).isZero();

        assertThat(target.resolve("r/f")).hasContent("x");
        assertThat(target.resolve("r/none")).isEmptyDirectory();
        assertThat(target.resolve("r/.hidden")).doesNotExist();
    }

    @Test
    void a_result_that_can_not_be_written_costs_no_other_one() throws Exception {
        String long255 = "n".repeat(255);
        String job = submitted(
                "submit", "--out", "d", "--shell", "mkdir d; for f in a b " + long255 + "; do echo $f >d/$f; done");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        Path target = root.resolve("awkward-" + job);
        Files.createDirectories(target.resolve("d/a"));

        Result got = grid.gleaner("get", job, "--outputs-only", "--to", target.toString());

        assertThat(got.exit()).isEqualTo(2);
        assertThat(got.err()).contains("1 result was not written", "task " + job + ".1, 'd/a'", "is a directory");
        assertThat(target.resolve("d/b")).exists();
        assertThat(target.resolve("d/" + long255)).exists();
    }

    @Test
    void hidden_files_and_programs_below_a_declared_directory_come_only_as_is() throws Exception {
        Path entries = Files.writeString(root.resolve("entries"), "x\ny\n");
        String job = submitted(
                "submit",
                "--each-line",
                entries.toString(),
                "--out",
                "tool-{}",
                "--out",
                "tree-{}",
                "--shell",
                "e=$GLEANER_ENTRY; mkdir -p tree-$e/.git/hooks;"
                        + " for f in tool-$e tree-$e/go tree-$e/.git/hooks/pre-commit;"
                        + " do echo '#!/bin/sh' > $f; chmod +x $f; done");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        Path careful = root.resolve("careful-" + job);
        Path all = root.resolve("all-" + job);

        Result got = grid.gleaner("get", job, "--outputs-only", "--to", careful.toString());
        Result asIs = grid.gleaner("get", job, "--outputs-only", "--as-is", "--to", all.toString());

        assertThat(got.err()).contains("2 hidden files left out, 2 files not made executable", "--as-is");
        assertThat(careful.resolve("1/tool-x")).isExecutable();
        assertThat(careful.resolve("2/tree-y/go")).exists();
        assertThat(Files.isExecutable(careful.resolve("2/tree-y/go"))).isFalse();
        assertThat(careful.resolve("2/tree-y/.git")).doesNotExist();
        assertThat(asIs.err()).isEmpty();
        assertThat(all.resolve("2/tree-y/.git/hooks/pre-commit")).isExecutable();
    }

    @Test
    void logs_are_followed_while_tasks_print_and_end_with_them() throws Exception {
        Path go = root.resolve("go-logs");
        String job = submitted(
                "submit",
                "--array",
                "1-2",
                "--shell",
                "echo begin $GLEANER_INDEX; echo oops >&2; i=0; until [ -e " + go
                        + " ] || [ $((i=i+1)) -gt 300 ]; do sleep 0.1; done; printf end");
        StringBuilder live = new StringBuilder();
        CompletableFuture<Result> following = CompletableFuture.supplyAsync(() -> grid.gleaner("logs", "-f", job));

        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
            live.setLength(0);
            live.append(grid.calls()
                    .live(new TaskId(new JobId(Long.parseLong(job)), 1), 1, 0, 0)
                    .get()
                    .stdout()
                    .data());
            return live.length() > 0;
        });
        Result early = grid.gleaner("logs", job + ".1");
        assertThat(early.out()).isEmpty();
        assertThat(early.err())
                .isEqualTo(job + ".1 is still running; 'gleaner logs -f " + job + ".1' shows what it prints.\n");
        Files.createFile(go);
        Result result = following.get(300, TimeUnit.SECONDS);

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out().lines())
                .containsExactlyInAnyOrder(
                        job + ".1| begin 1",
                        job + ".1| oops",
                        job + ".1| end",
                        job + ".2| begin 2",
                        job + ".2| oops",
                        job + ".2| end");
        assertThat(grid.gleaner("logs", "-f", job, "--tail", "3").exit()).isEqualTo(2);
    }

    @Test
    void status_of_many_jobs_is_one_call_and_names_those_that_there_are_not() throws Exception {
        String one = submitted("submit", "true");
        String two = submitted("submit", "true");
        assertThat(grid.gleaner("wait", one).exit()).isZero();
        assertThat(grid.gleaner("wait", two).exit()).isZero();
        Files.writeString(root.resolve("ids"), two + "\n" + one + " 99999\n");

        Result listed = grid.gleaner("status", one, two, "--json");
        Result filed = grid.gleaner("status", "--ids-from", root.resolve("ids").toString(), "--json");

        assertThat(listed.out()).contains("{\"id\":" + one + ",", "{\"id\":" + two + ",", "\"unknown\":[]");
        assertThat(filed.out()).contains("\"unknown\":[99999]");
        assertThat(grid.gleaner("status", one, "99999").err()).contains("99999.");
        assertThat(grid.gleaner("status", one, "99999").exit()).isZero();
        assertThat(grid.gleaner("status", "99998", "99999").exit()).isEqualTo(3);
        assertThat(grid.gleaner("status", one, "name:x").exit()).isEqualTo(2);
        assertThat(grid.gleaner("status", "--ids-from", "/no/such").err().lines())
                .hasSize(3);
    }

    @Test
    void status_json_has_the_documented_shape() {
        String job = submitted("submit", "--name", "shape", "--array", "1-2", "echo", "{}");
        assertThat(grid.gleaner("wait", job).exit()).isZero();

        assertThat(grid.gleaner("status", job, "--json").out())
                .matches("\\{\"version\":1,\"jobs\":\\[\\{\"id\":" + job
                        + ",\"name\":\"shape\",\"type\":\"echo\",\"owner\":\"[^\"]+\",\"state\":\"done\","
                        + "\"submitted\":\"[^\"]+\",\"tasks\":\\{\"waiting\":0,\"ready\":0,\"running\":0,\"done\":2,"
                        + "\"paused\":0,\"blocked\":0,\"cancelled\":0},\"ended\":\"[^\"]+\"}],"
                        + "\"more\":false,\"now\":\"[^\"]+\"}\n");
        assertThat(grid.gleaner("status", job, "--tasks", "--json").out())
                .contains("\"taskList\":[{\"task\":1,\"state\":\"done\",\"attempts\":1,")
                .contains("\"cause\":\"done\"", "\"exitCode\":0", "\"node\":\"", "\"assigned\":\"");
        assertThat(grid.gleaner("status", job).out()).contains("shape").contains("2/2");
    }

    @Test
    void files_travel_by_themselves_and_results_lie_in_a_directory_per_task() throws Exception {
        grid.write("each/a.txt", "one\ntwo\n");
        grid.write("each/b.txt", "three\n");
        grid.write("each/count.sh", "#!/bin/sh\nwc -l <\"$1\" >lines; echo \"$2\"\n");
        assertThat(grid.file("each/count.sh").toFile().setExecutable(true)).isTrue();

        String job = submitted(
                "submit",
                "--in",
                "each/count.sh",
                "--each",
                "each/*.txt",
                "--out",
                "lines",
                "each/count.sh",
                "{}",
                "{/.}{#}");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        Result got = grid.gleaner("get", job, "--to", "res");

        assertThat(got.exit()).as(got.err()).isZero();
        assertThat(grid.file("res/1/lines")).content(UTF_8).containsPattern("^\\s*2\\s*$");
        assertThat(grid.file("res/2/stdout")).content(UTF_8).isEqualTo("b2\n");
        assertThat(grid.gleaner("get", job, "--to", "res").out()).contains("0 files written, 6 already there");
        grid.write("res/1/lines", "mine");
        assertThat(grid.gleaner("get", job, "--to", "res").out())
                .contains("1 file written, 5 already there")
                .endsWith("\n1 file replaced, as it differed: res/1/lines\n");
        grid.write("res/1/lines", "mine");
        assertThat(grid.gleaner("get", job, "--to", "res", "--json").out())
                .contains("\"replaced\":1,\"replacedFiles\":[\"res/1/lines\"]");
        assertThat(grid.gleaner("get", job, "--to", "flat/{/.}.n").exit()).isZero();
        assertThat(grid.file("flat/b.n")).content(UTF_8).containsPattern("1");
        assertThat(Files.getPosixFilePermissions(grid.home().resolve("submissions")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void entries_come_from_standard_input_line_by_line() {
        Result result = grid.withInput("x y\n\nž\n", "submit", "--each-line", "-", "--wait", "echo", "[{}]");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(grid.gleaner("logs", result.out().strip()).out()).contains("[x y]", "[ž]");
    }

    @Test
    void a_blocked_job_ends_wait_with_1_and_its_cause_in_one_line_and_refresh_runs_only_what_failed() throws Exception {
        grid.write("fix/s.sh", "[ $1 -lt 4 ] || { echo broken part >&2; exit 3; }\n");
        String job = submitted(
                "submit", "--max-failures", "1", "--array", "1-5", "--in", "fix/s.sh", "sh", "fix/s.sh", "{}");

        Result waited = grid.gleaner("wait", job);
        assertThat(waited.exit()).isEqualTo(1);
        assertThat(waited.err().lines().toList()).hasSize(4);
        assertThat(waited.err()).contains("Only 3 of 5 tasks", "2 tasks blocked", "broken part");
        assertThat(grid.gleaner("logs", job, "--failed").out())
                .contains(job + ".4 stderr", job + ".5 stderr")
                .doesNotContain(job + ".3 ");

        grid.write("fix/s.sh", "echo fixed\n");
        assertThat(grid.gleaner("retry", job).err()).contains("fix/s.sh changed", "--refresh");
        assertThat(grid.gleaner("wait", job).exit()).isEqualTo(1);
        Result retried = grid.gleaner("retry", job, "--refresh", "--json");
        assertThat(retried.out()).as(retried.err()).contains("\"changed\":2");
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        String tasks = grid.gleaner("status", job, "--tasks", "--json").out();
        assertThat(tasks.split("\"attempts\":1,", -1)).hasSize(4);
        assertThat(tasks.split("\"attempts\":3,", -1)).hasSize(3);
    }

    @Test
    void run_ends_with_the_commands_own_code_and_prints_what_it_printed() {
        Result result = grid.gleaner("run", "--max-failures", "1", "sh", "-c", "echo out; echo err >&2; exit 7");

        assertThat(result.exit()).isEqualTo(7);
        assertThat(result.out()).isEqualTo("out\n");
        assertThat(result.err()).contains("err\n");
        assertThat(grid.gleaner("run", "--shell", "echo made >f", "--out", "f").exit())
                .isZero();
        assertThat(grid.file("f")).content(UTF_8).isEqualTo("made\n");
        assertThat(grid.gleaner("run", "--array", "1-2", "--max-failures", "1", "sh", "-c", "exit {}")
                        .exit())
                .isEqualTo(1);
    }

    @Test
    void troubles_of_ours_are_125_from_run_and_their_own_codes_elsewhere() {
        Map<String, String> nowhere = Map.of("GLEANER_URL", "http://127.0.0.1:1", "GLEANER_TOKEN", "none");

        assertThat(grid.gleaner("run", "--oops").exit()).isEqualTo(125);
        assertThat(grid.gleaner("submit", "--oops").exit()).isEqualTo(2);
        assertThat(grid.gleaner("status", "no/such").exit()).isEqualTo(2);
        assertThat(grid.with(nowhere, "status").exit()).isEqualTo(4);
        assertThat(grid.with(Map.of("GLEANER_TOKEN", "wrong"), "status").exit()).isEqualTo(3);
    }

    @Test
    void a_refusal_is_three_lines_for_people_and_the_problem_itself_for_scripts() {
        Result refused = grid.gleaner("cancel", "9999", "--json");

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err().lines().toList()).hasSize(3);
        assertThat(refused.out()).contains("\"type\":\"urn:gleaner:problem:").contains("\"status\":404");
        assertThat(grid.gleaner("status", "--jsn").err().lines().toList()).hasSize(3);
    }

    @Test
    void no_server_at_all_is_told_with_what_to_do() {
        Result result = TestGrid.typed(
                root.resolve("empty"), root, new TreeMap<>(), InputStream.nullInputStream(), "status", "--json");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("gleaner server");
        assertThat(result.out()).contains("urn:gleaner:problem:unreachable");
    }

    @Test
    void why_names_what_no_machine_can_take() {
        String job = submitted("submit", "--cores", "64", "true");

        assertThat(grid.gleaner("why", job, "--json").out()).contains("\"kind\":\"fits-no-node\"");
        assertThat(grid.gleaner("why", job).out()).contains("64 cores");
        assertThat(grid.gleaner("wait", job, "--timeout", "200ms").exit()).isEqualTo(4);
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
        assertThat(grid.gleaner("wait", job).exit()).isEqualTo(1);
    }

    @Test
    void verbs_answer_with_what_they_changed() {
        String job = submitted("submit", "--cores", "64", "--array", "1-4", "true");

        for (String verb : new String[] {"pause", "resume", "block", "unblock", "cancel", "delete"}) {
            assertThat(grid.gleaner(verb, job, "--json").out())
                    .contains("{\"version\":1,\"verb\":\"" + verb + "\",\"jobs\":[{\"job\":" + job + ",\"changed\":4");
        }
    }

    @Test
    void verbs_say_in_a_sentence_what_they_did() {
        String job = submitted("submit", "--cores", "64", "--array", "1-4", "true");

        assertThat(grid.gleaner("pause", job).out()).isEqualTo("Job " + job + ": 4 tasks paused.\n");
        assertThat(grid.gleaner("cancel", job + ".1").out()).isEqualTo("Job " + job + ": 1 task cancelled.\n");
        assertThat(grid.gleaner("set", job + ".1", "priority=3").err())
                .contains("single tasks", "gleaner set " + job + " priority=3")
                .hasLineCount(3);
        assertThat(grid.gleaner("set", job + ".1").err()).contains("needs more arguments", "SEL… NAME=VALUE");
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
        assertThat(grid.gleaner("delete", job).out()).isEqualTo("Job " + job + ": deleted.\n");
    }

    @Test
    void of_several_selectors_delete_stops_at_the_first_that_is_refused_and_says_what_is_left() {
        String first = submitted("submit", "--cores", "64", "true");
        String open = submitted("submit", "--cores", "64", "true");
        String last = submitted("submit", "--cores", "64", "true");
        assertThat(grid.gleaner("cancel", first, last).exit()).isZero();

        Result result = grid.gleaner("delete", first, open, last);

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("Job " + first + ": deleted.\n");
        assertThat(result.err()).contains("not finished yet", "Not deleted: " + open + " " + last);
        assertThat(grid.gleaner("cancel", first, open).err()).contains("Not cancelled: " + first);
        assertThat(grid.gleaner("delete", open, last).exit()).isZero();
    }

    @Test
    void of_several_selectors_that_are_refused_the_reason_of_each_is_told() {
        String over = submitted("submit", "--cores", "64", "true");
        assertThat(grid.gleaner("cancel", over).exit()).isZero();

        Result result = grid.gleaner("cancel", "99999", over);

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err())
                .startsWith("gleaner: Not cancelled: 99999 " + over + "\n  99999: ")
                .contains("\n  " + over + ": Can't cancel job " + over + ": ")
                .hasLineCount(4);
    }

    @Test
    void what_is_said_twice_or_beyond_a_limit_is_refused_and_time_that_ran_out_has_its_own_type() {
        String job = submitted("submit", "--cores", "64", "true");

        assertThat(grid.gleaner("set", job, "time=2h").out())
                .isEqualTo("Job " + job
                        + ": time=2h.\nAttempts that already run keep the time limit that they started with.\n");
        assertThat(grid.gleaner("set", job, "priority=5", "priority=6").err()).contains("'priority' is given twice");
        assertThat(grid.gleaner("history", "--limit", "0").err()).contains("from 1 to 10000");
        assertThat(grid.gleaner("history", "--limit", "10001").err()).contains("from 1 to 10000");
        Result late = grid.gleaner("wait", job, "--timeout", "100ms", "--json");
        assertThat(late.exit()).isEqualTo(4);
        assertThat(late.out()).contains("urn:gleaner:problem:timeout");
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
    }

    @Test
    void what_tasks_use_is_shown_by_class_of_machine_and_unknown_where_nobody_measured() {
        assertThat(grid.gleaner("run", "--type", "used", "true").exit()).isZero();

        List<String> shown = grid.gleaner("types", "--verbose")
                .out()
                .lines()
                .filter(line -> line.startsWith("TYPE") || line.startsWith("used"))
                .toList();

        assertThat(shown).hasSize(4);
        assertThat(shown.get(0)).contains("CORES", "MEMORY");
        assertThat(shown.get(2)).contains("MACHINES", "SPEED", "RUNS");
        assertThat(shown.get(3)).contains("× 1");
    }

    @Test
    void settings_nodes_and_users_are_told() {
        assertThat(grid.gleaner("config", "set", "kill-grace", "3s").exit()).isZero();
        assertThat(grid.gleaner("config", "get", "kill-grace").out()).isEqualTo("3s\n");
        assertThat(grid.gleaner("config", "get", "--json").out()).startsWith("{\"version\":1,\"settings\":{");
        assertThat(grid.gleaner("config", "set", "kill-grase", "3s").exit()).isEqualTo(2);
        assertThat(grid.gleaner("node", "list", "--json").out()).startsWith("{\"version\":1,\"nodes\":[{\"id\":1,");

        Result ada = grid.gleaner("user", "add", "ada");
        assertThat(ada.out()).matches("\\S+\n");
        Map<String, String> asAda = Map.of("GLEANER_TOKEN", ada.out().strip());
        assertThat(grid.with(asAda, "status", "--json").out()).contains("\"jobs\":[]");
        assertThat(grid.with(asAda, "user", "add", "eve").exit()).isEqualTo(3);
        assertThat(grid.with(asAda, "history", "--owner", "admin").exit()).isEqualTo(3);
        assertThat(grid.gleaner("config", "set", "weights", "ada=2,BOB=3").err())
                .isEqualTo("There is no user 'BOB' yet; 'gleaner user list' lists them.\n");
        assertThat(grid.gleaner("config", "set", "weights", "equal").err()).isEmpty();
        Result again = grid.gleaner("user", "add", "ada");
        assertThat(again.exit()).isEqualTo(3);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("ada already exists", "gleaner token create --user ada");
    }

    @Test
    void a_file_left_behind_is_a_warning_in_a_dry_run_too_unless_checks_are_off() throws Exception {
        grid.write("left.py", "");
        grid.write("left.txt", "cat left.py\n");
        String warning = "Warning: left.py is here but not sent, so tasks will not find it; add --in left.py.";

        Result warned = grid.gleaner("submit", "--cores", "64", "python3", "left.py");
        Result dry = grid.gleaner("submit", "--dry-run", "python3", "left.py");
        Result json = grid.gleaner("submit", "--dry-run", "--json", "--on", "nowhere", "python3", "left.py");
        Result several = grid.gleaner("submit", "--dry-run", "--batch", "left.txt");
        Result unchecked = grid.gleaner("submit", "--no-check", "--cores", "64", "python3", "left.py");

        assertThat(warned.exit()).isZero();
        assertThat(warned.err()).contains(warning);
        assertThat(dry.exit()).isZero();
        assertThat(dry.err()).contains(warning);
        assertThat(json.out())
                .contains(
                        "\"warnings\":[\"left.py is here but not sent",
                        "\"no machine is called nowhere or has such a tag.\"]");
        assertThat(several.err()).contains("Warning: line 1: left.py is here but not sent", "add --in left.py.");
        assertThat(unchecked.err()).doesNotContain("left.py");
        String job = unchecked.out().strip();
        assertThat(grid.gleaner("status", job, "--json").out()).contains("\"type\":\"left.py\"");
        Result early = grid.gleaner("delete", job);
        assertThat(early.exit()).isEqualTo(3);
        assertThat(early.err()).contains("1 task has not finished yet; cancel the job first");
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
        assertThat(grid.gleaner("delete", job).exit()).isZero();
    }

    @Test
    void who_waits_for_a_server_that_is_away_is_told_and_waits() throws Exception {
        int port;
        try (java.net.ServerSocket free = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        Result result = grid.with(
                Map.of("GLEANER_URL", "http://127.0.0.1:" + port, "GLEANER_TOKEN", "x"),
                "wait",
                "1",
                "--timeout",
                "1s");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("Waiting up to 1.0 s for it.");
    }

    @Test
    void verbs_that_change_jobs_take_their_numbers_from_a_file() throws Exception {
        String first = submitted("submit", "--cores", "64", "true");
        String second = submitted("submit", "--cores", "64", "true");
        grid.write("ids", first + "\n\n" + second + " " + first + "\n");

        Result set = grid.gleaner("set", "--ids-from", "ids", "priority=3");
        assertThat(set.out()).isEqualTo("Job " + first + ": priority=3.\nJob " + second + ": priority=3.\n");
        for (String verb : List.of("pause", "resume", "block", "unblock", "cancel", "retry")) {
            Result result = grid.gleaner(verb, "--ids-from", "ids", "--json");
            assertThat(result.exit()).as(verb + ": " + result.err()).isZero();
            assertThat(result.out()).contains("\"job\":" + first + ",", "\"job\":" + second + ",");
        }
        assertThat(grid.gleaner("cancel", "--ids-from", "ids").exit()).isZero();
        assertThat(grid.withInput(second, "delete", first, "--ids-from", "-").out())
                .contains("Job " + first + ": deleted.", "Job " + second + ": deleted.");

        assertThat(grid.withInput("", "cancel", "--ids-from", "-").err()).contains("There is no number in it.");
        assertThat(grid.withInput("7.1", "cancel", "--ids-from", "-").err()).contains("'7.1' is not a job number.");
        assertThat(grid.gleaner("cancel").err()).contains("needs at least one selector");
        assertThat(grid.gleaner("set", "priority=3").exit()).isEqualTo(2);
    }

    @Test
    void the_rehearsal_for_a_faster_start_succeeds_without_any_server() {
        Result result =
                TestGrid.typed(root.resolve("empty"), root, new TreeMap<>(), InputStream.nullInputStream(), "rehearse");

        assertThat(result.exit()).isZero();
        assertThat(result.out() + result.err()).isEmpty();
    }
}
