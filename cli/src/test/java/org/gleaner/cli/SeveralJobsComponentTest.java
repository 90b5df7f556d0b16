package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.Place;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.job.PreparedJobs;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Endpoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several jobs of one file, submitted to a real server and run by a real agent. */
final class SeveralJobsComponentTest {
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

    private static String wrong(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.out()).isEqualTo(2);
        return result.err();
    }

    private static int jobs() {
        return well("status", "--json").split("\"id\":", -1).length - 1;
    }

    @Test
    void each_line_is_a_job_as_words_or_as_an_object() throws Exception {
        grid.write("d/a", "12345");
        grid.write("lines/jobs.txt", """
                # Comments and blank lines are skipped.

                --name first echo 'a b'
                {"command": ["sh", "-c", "cat d/a; echo $X-$Y-{}"], "array": "1-2", "env": {"X": 1}, "in": "d"}
                """);

        List<String> ids = well("submit", "--batch", "lines/jobs.txt", "--env", "Y=2", "--wait", "--no-check")
                .lines()
                .toList();

        assertThat(ids).hasSize(2);
        assertThat(well("logs", ids.get(0))).contains("a b");
        assertThat(well("logs", ids.get(1))).contains("123451-2-1", "123451-2-2");
    }

    @Test
    void what_speaks_against_many_jobs_is_summed_up() throws Exception {
        // Afterwards there is a machine.
        well("run", "true");
        grid.write("doubts.txt", "--hold --cores 9999 true\n".repeat(30) + "--hold cat doubts.txt\n");

        Result many = grid.gleaner("submit", "--batch", "doubts.txt");
        String json = well("submit", "--batch", "doubts.txt", "--json");

        assertThat(many.err().lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith(
                                        "Warning: 30 jobs, the first in line 1: no machine in this pool can run it"),
                        second -> assertThat(second)
                                .isEqualTo("Warning: line 31: doubts.txt is here but not sent, so tasks will not find"
                                        + " it; add --in doubts.txt."));
        assertThat(json).contains("\"warnings\":[\"30 jobs, the first in line 1");
        assertThat(grid.gleaner("submit", "--batch", "doubts.txt", "--no-check").err())
                .isEmpty();
        well("cancel", "state:paused");
    }

    @Test
    void jobs_of_one_file_take_the_outputs_of_each_other() throws Exception {
        grid.write("flow.toml", """
                [[job]]
                name = "sum"
                in-from = ["squares:out.txt"]
                shell = "cat parts/*/out.txt | sort -n | tr '\\n' ' '"

                [[job]]
                name = "squares"
                array = "1-3"
                out = ["out.txt"]
                in-from = ["numbers:piece/{}=n.txt"]
                shell = "n=$(cat n.txt); echo $((n * n)) > out.txt"

                [[job]]
                name = "numbers"
                out = ["piece"]
                shell = "mkdir piece; for i in 1 2 3; do echo $((i + 1)) > piece/$i; done"
                """);

        List<String> ids = well("submit", "-f", "flow.toml", "--wait").lines().toList();

        assertThat(well("logs", ids.get(0))).contains("4 9 16");
        grid.write("flow.toml", Files.readString(grid.file("flow.toml")).replace("squares:out.txt", "squares:no.txt"));
        Result refused = grid.gleaner("submit", "-f", "flow.toml");
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.err())
                .contains("it takes no.txt from job 2 of the list (squares), which declares no such output");
    }

    @Test
    void a_line_that_waits_for_a_job_that_there_is_not_is_named() throws Exception {
        grid.write("unknown.txt", "true\n# The next one is wrong.\n--after 999999 true\n");
        grid.write("broken.txt", "true\n{\"command\": [\"true\"\n");

        assertThat(grid.gleaner("submit", "--batch", "unknown.txt").err())
                .contains("unknown.txt", "ine 3", "You have no job 999999.");
        assertThat(wrong("submit", "--batch", "broken.txt"))
                .contains("ine 2", "it is not JSON", "expected close marker for Array")
                .doesNotContain("Source", "`");
    }

    @Test
    void a_file_that_was_not_left_is_named_and_neither_a_machine_nor_a_retry() {
        String map = well("submit", "--out", "d", "--shell", "mkdir d; touch d/1", "--wait")
                .strip();
        String reduce = well("submit", "--in-from", map + ":d/2", "true").strip();

        Result waited = grid.gleaner("wait", reduce);

        assertThat(waited.err())
                .contains("1 task: input-lost: " + map + ".1 left no file d/2\n", "'gleaner why " + reduce + "'")
                .doesNotContain("machine", "retry");
        assertThat(well("why", reduce)).contains("can't have the files it takes", "If the name is wrong");
    }

    @Test
    void a_file_of_several_jobs_is_submitted_as_one_and_each_waits_for_what_it_names() throws Exception {
        grid.write("graph.toml", """
                env = ["WHO=all"]

                [[job]]
                name = "last"
                shell = "echo last $WHO"
                after = ["middle"]

                [[job]]
                name = "middle"
                array = "1-3"
                command = ["echo", "middle", "{}"]
                after-each = ["first"]

                [[job]]
                name = "first"
                array = "1-3"
                command = ["echo", "first", "{}"]
                """);

        String dry = well("submit", "-f", "graph.toml", "--dry-run");
        List<String> ids = well("submit", "-f", "graph.toml", "--wait").lines().toList();

        assertThat(dry).contains("There would be 3 jobs:", "line 3: last, 1 task, after middle: echo last $WHO");
        assertThat(ids).hasSize(3);
        assertThat(Long.parseLong(ids.get(2))).isLessThan(Long.parseLong(ids.get(0)));
        assertThat(well("logs", ids.get(0))).contains("last all");
        assertThat(well("status", ids.get(0), "--tree"))
                .isEqualTo(ids.get(0) + " last: done, 1/1 done\n└─ " + ids.get(1) + " middle: done, 3/3 done\n   └─ "
                        + ids.get(2) + " first: done, 3/3 done; task by task\n");
    }

    @Test
    void what_is_wrong_is_told_with_its_line_before_anything_is_submitted() throws Exception {
        grid.write("wrong/words.txt", "echo 1\necho 'open\n");
        grid.write("wrong/flag.txt", "echo 1\n\n--memroy 2G echo 2\n");
        grid.write("wrong/json.txt", "{\"command\": \"echo\"}\n");
        grid.write("wrong/key.txt", "{\"command\": [\"echo\"], \"memroy\": 1}\n");
        grid.write("wrong/file.txt", "echo 1\n--in nosuch.txt echo 2\n");
        grid.write("wrong/server.txt", "echo 1\n--array 1-20000000 echo {}\n");
        grid.write("wrong/empty.txt", "# nothing\n");
        grid.write("wrong/circle.toml", """
                [[job]]
                name = "a"
                command = ["true"]
                after = ["b"]
                [[job]]
                name = "b"
                command = ["true"]
                after-any = ["a.1"]
                """);
        grid.write("wrong/name.toml", """
                [[job]]
                name = "split"
                command = ["true"]
                [[job]]
                command = ["true"]
                after = ["splt"]
                """);
        grid.write("wrong/hidden.toml", """
                [[job]]
                name = "3003"
                command = ["true"]
                [[job]]
                command = ["true"]
                after = ["3003.1"]
                """);
        grid.write("wrong/value.txt", "{\"command\": [\"echo\"], \"memory\": true}\n");
        grid.write("wrong/plural.toml", "[jobs]\ncommand = [\"true\"]\n");
        grid.write("wrong/single.toml", "[job]\ncommand = [\"true\"]\n");
        int before = jobs();

        assertThat(wrong("submit", "-f", "wrong/hidden.toml"))
                .contains("Line 6: It is not clear which job '3003.1' means.", "another name");
        assertThat(wrong("submit", "--batch", "wrong/value.txt")).contains("Write {\"memory\": \"VALUE\", …}.");
        assertThat(wrong("submit", "-f", "wrong/plural.toml")).contains("Unknown key jobs.", "Did you mean [[job]]?");
        assertThat(wrong("submit", "-f", "wrong/single.toml")).contains("Unknown key job.", "Did you mean [[job]]?");
        assertThat(wrong("submit", "--after", "sweep", "true")).contains("Jobs called 'sweep' are name:sweep.");
        assertThat(wrong("submit", "--batch", "wrong/words.txt")).contains("Line 2: ", "quote");
        assertThat(wrong("submit", "--batch", "wrong/flag.txt")).contains("Line 3: ", "--memory");
        assertThat(wrong("submit", "--batch", "wrong/json.txt")).contains("Line 1: command must be a list");
        assertThat(wrong("submit", "--batch", "wrong/key.txt")).contains("Line 1: Unknown key memroy.", "memory");
        assertThat(wrong("submit", "--batch", "wrong/file.txt")).contains("Line 2: ", "nosuch.txt");
        assertThat(wrong("submit", "--batch", "wrong/server.txt")).contains("Line 2: ", "20000000 tasks");
        assertThat(wrong("submit", "--batch", "wrong/empty.txt")).contains("It describes no jobs.");
        assertThat(wrong("submit", "--batch", "wrong/nosuch.txt")).contains("There is no file wrong/nosuch.txt");
        assertThat(wrong("submit", "--batch", "-")).contains("Can't read a job from standard input.");
        assertThat(wrong("submit", "--batch", "wrong/words.txt", "echo")).contains("--each-line");
        assertThat(wrong("submit", "-f", "wrong/circle.toml")).contains("a after b after a");
        assertThat(wrong("submit", "-f", "wrong/name.toml")).contains("Line 6: ", "'splt'", "Did you mean split?");
        assertThat(grid.gleaner("run", "-f", "wrong/name.toml").err()).contains("several jobs", "gleaner submit -f");
        assertThat(jobs()).isEqualTo(before);
    }

    @Test
    void who_runs_it_again_gets_new_jobs() throws Exception {
        grid.write("again.txt", "echo again\necho again\n");
        String first = well("submit", "--batch", "again.txt");
        String second = well("submit", "--batch", "again.txt");
        assertThat(second).isNotEqualTo(first);
        assertThat(keys()).isEmpty();
        assertThat(well("submit", "--batch", "again.txt", "--json")).startsWith("{\"version\":1,\"jobs\":[");
    }

    @Test
    void a_run_that_was_cut_off_finds_the_jobs_that_it_had_made() throws Exception {
        List<SeveralJobs.Described> lines = new ArrayList<>();
        for (int i = 1; i <= PreparedJobs.AT_ONCE + 1; i++) {
            lines.add(new SeveralJobs.Described(i, Draft.of("true", Integer.toString(i))));
        }
        SeveralJobs several = new SeveralJobs("jobs", lines);
        Endpoint endpoint = ServerFinder.find(grid.home(), Map.of());
        PreparedJobs jobs = PreparedJobs.of(several, Place.of(grid.file(".")), endpoint);
        List<JobId> heard = new ArrayList<>();
        List<Boolean> again = new ArrayList<>();
        PreparedJobs.Progress dies = (taken, before) -> {
            heard.addAll(taken);
            throw new IllegalStateException("killed");
        };

        assertThatThrownBy(() -> jobs.submit(grid.home(), dies)).hasMessage("killed");
        List<JobId> all = jobs.submit(grid.home(), (taken, before) -> again.add(before));

        assertThat(all).hasSize(PreparedJobs.AT_ONCE + 1).startsWith(heard.toArray(JobId[]::new));
        assertThat(again).containsExactly(true, false);
        assertThat(keys()).isEmpty();
        well("cancel", "type:true");
    }

    private static List<Path> keys() throws Exception {
        try (Stream<Path> files = Files.list(grid.home().resolve("submissions"))) {
            return files.filter(file -> file.toString().endsWith(".key")).toList();
        }
    }
}
