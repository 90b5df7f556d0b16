package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.AgentChild;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files go from job to job on machines that see neither each other's disks nor that of whoever submits. */
final class PipelineIT {
    private static final Path PAGE =
            Path.of(System.getProperty("gleaner.root", "..")).resolve("docs/PIPELINES.md");

    @TempDir
    private Path temp;

    private RealGrid grid;
    private Path home;

    @BeforeEach
    void start() throws Exception {
        assumeThat(new Shell(Path.of("/")).run("sh", "-c", "command -v bwrap").exit())
                .as("bubblewrap is installed")
                .isZero();
        home = Files.createDirectories(temp.resolve("mine"));
        grid = new RealGrid(temp).startServer();
        grid.set("long-call", "1s", "suspect-after", "2s", "lost-after", "3s");
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    /** One that sees nothing of what lies where jobs are submitted. */
    private AgentChild agent(String name) throws Exception {
        List<String> hiding = List.of("bwrap", "--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", home.toString());
        return grid.startAgentBehind(name, 1, List.of("--sandbox", "off"), hiding);
    }

    private Shell shell() throws Exception {
        Shell shell = new Shell(home)
                .with("GLEANER_URL", grid.url())
                .with(
                        "GLEANER_TOKEN",
                        Files.readString(grid.data().resolve("admin.token")).strip())
                .with("PATH", RealGrid.LAUNCHER.getParent() + ":" + System.getenv("PATH"));
        RealGrid.launcher(temp).environment().forEach(shell::with);
        return shell;
    }

    private static String script() throws Exception {
        Matcher block = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    /** Words of a book, the same in any order of its pieces. */
    private static String book() {
        StringBuilder book = new StringBuilder();
        for (int line = 1; line <= 4000; line++) {
            book.append("the word number ")
                    .append("abcdefghij".charAt(line % 10))
                    .append(" of the book\n");
        }
        return book.toString();
    }

    @Test
    void the_pipeline_of_the_page_runs_word_for_word_although_an_agent_is_killed() throws Exception {
        Files.writeString(home.resolve("book.txt"), book());
        AgentChild first = agent("first");
        Shell.Started script = shell().start("sh", "-ec", script());
        RealGrid.until(
                "the first step is done",
                () -> grid.calls().jobs("", 9).get().jobs().stream()
                        .anyMatch(
                                job -> job.name().equals("split") && job.tasks().done() == 1));
        first.child().kill();
        agent("second");

        Shell.Result result = script.result();

        assertThat(result.exit()).as(result.err()).isZero();
        Map<String, String> words = new TreeMap<>();
        for (String line : Files.readAllLines(home.resolve("result/words.txt"))) {
            String[] parts = line.split(" ", -1);
            words.put(parts[1], parts[0]);
        }
        assertThat(words)
                .containsEntry("the", "8000")
                .containsEntry("book", "4000")
                .containsEntry("a", "400");
    }

    @Test
    void large_and_small_files_go_task_by_task_and_all_together() throws Exception {
        agent("first");
        agent("second");
        String make = "printf $GLEANER_ENTRY > small; head -c 100000 /dev/zero | tr '\\0' $GLEANER_ENTRY > large;"
                + " mkdir d; cp small d/x; echo said $GLEANER_ENTRY";
        JobId map = grid.submit("--array", "1-3", "--out", "small", "--out", "large", "--out", "d", "--shell", make);
        JobId each = grid.submit(
                "--array",
                "4-6",
                "--after-each",
                map,
                "--in-from",
                map,
                "--in-from",
                map + ":stdout=said",
                "--out",
                "sum",
                "--shell",
                "{ cat small d/x; head -c 3 large; cat said; } > sum");
        JobId all = grid.submit(
                "--in-from",
                each + ":sum=in/{#}",
                "--in-from",
                map + ".2:large",
                "--out",
                "all",
                "--shell",
                "{ cat in/1 in/2 in/3; wc -c < large; } > all");
        grid.untilDone(all);

        grid.well("get", all, "--to", home.resolve("got"));

        assertThat(home.resolve("got/all")).hasContent("11111said 1\n22222said 2\n33333said 3\n100000\n");
    }

    @Test
    void more_files_than_one_report_names_are_taken_too() throws Exception {
        agent("first");
        String make = "mkdir d; cd d; seq 1 10100 | xargs touch; printf named > named";
        JobId map = grid.submit("--out", "d", "--shell", make);
        String count = "{ ls d | wc -l; cat d/named; } > sum";
        JobId reduce = grid.submit("--in-from", map + ":d", "--out", "sum", "--shell", count);
        grid.untilDone(reduce);

        grid.well("get", reduce, "--to", home.resolve("got"));

        assertThat(home.resolve("got/sum")).content().isEqualToIgnoringWhitespace("10101 named");
    }

    @Test
    void a_job_that_somebody_takes_files_from_stays_and_what_it_did_not_leave_is_named() throws Exception {
        agent("first");
        JobId map = grid.submit("--out", "d", "--shell", "mkdir d; touch d/x");
        grid.untilDone(map);
        Shell.Result wrong = grid.gleaner("submit", "--in-from", map + ":out.csv", "true");
        JobId reduce = grid.submit("--in-from", map + ":d/y", "true");
        RealGrid.until("it is blocked", () -> grid.counts(reduce).blocked() == 1);

        Shell.Result deleted = grid.gleaner("delete", map);

        assertThat(wrong.err()).contains("it takes out.csv from job " + map + ", which declares no such output");
        assertThat(deleted.err()).contains("job " + reduce + " takes files from it");
        assertThat(grid.well("why", reduce)).contains(map + ".1 left no file d/y");
        grid.well("cancel", reduce);
        grid.well("delete", map);
    }

    @Test
    void a_result_that_the_server_has_lost_is_named_and_no_machine_is_blamed() throws Exception {
        agent("first");
        JobId map = grid.submit("--out", "large", "--shell", "head -c 100000 /dev/zero > large");
        grid.untilDone(map);
        try (Stream<Path> blobs = Files.walk(grid.data().resolve("blobs"))) {
            for (Path blob : blobs.filter(Files::isRegularFile).toList()) {
                Files.delete(blob);
            }
        }

        JobId reduce = grid.submit("--in-from", map + ":large", "true");
        RealGrid.until("it is blocked", () -> grid.counts(reduce).blocked() == 1);

        assertThat(grid.well("why", reduce)).contains("the server has lost the file large");
    }
}
