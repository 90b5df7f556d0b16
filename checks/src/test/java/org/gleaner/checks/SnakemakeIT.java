package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snakemake of the Debian package runs a workflow on agents that cannot see the directory that it runs in. */
class SnakemakeIT {
    private static final Duration LIMIT = Duration.ofMinutes(8);
    private static final String SNAKEFILE = """
            configfile: "config.yaml"
            SAMPLES = ["a", "b"]
            rule all:
                input: "report.txt"
            rule count:
                input: "data/{s}.txt"
                output: "counts/{s}.txt"
                log: "logs/{s}.log"
                resources: mem_mb=300
                shell: "wc -w {input} > {output} 2> {log}"
            rule upper:
                input: expand("counts/{s}.txt", s=SAMPLES)
                output: "upper.txt"
                script: "scripts/upper.py"
            rule report:
                input: "upper.txt"
                output: "report.txt"
                params: title=config["title"]
                shell: "(echo {params.title}; cat {input}) > {output}"
            """;
    /** Each job starts Snakemake anew, which takes seconds of the processor. */
    private static final String COUNTS_ONLY =
            SNAKEFILE.replace("input: \"report.txt\"", "input: expand(\"counts/{s}.txt\", s=SAMPLES)");

    private static final String UPPER = """
            with open(snakemake.output[0], "w") as sink:
                for name in snakemake.input:
                    with open(name) as source:
                        sink.write(source.read().upper())
            """;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));
    private Path flow = Path.of("unset");

    @BeforeEach
    void start_agents_that_see_nothing_of_the_workflow() throws Exception {
        assumeThat(has("snakemake")).as("snakemake is installed").isTrue();
        assumeThat(has("bwrap")).as("bubblewrap is installed").isTrue();
        flow = Files.createDirectories(temp.resolve("flow"));
        write("Snakefile", SNAKEFILE);
        write("config.yaml", "title: word counts\n");
        write("scripts/upper.py", UPPER);
        for (String sample : new String[] {"a", "b"}) {
            write("data/" + sample + ".txt", "words of " + sample + "\n");
        }
        grid = new RealGrid(temp).startServer();
        List<String> hiding = List.of("bwrap", "--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", flow.toString());
        grid.startAgentBehind("agent", 2, List.of(), hiding);
        grid.well("snakemake-profile", temp.resolve("profile"));
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_workflow_runs_where_its_files_are_not_and_its_outputs_come_back() throws Exception {
        Shell.Result run = snakemake();

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(flow.resolve("report.txt")).hasContent("word counts\n3 DATA/A.TXT\n3 DATA/B.TXT\n");
        assertThat(flow.resolve("logs/a.log")).isEmptyFile();
        assertThat(grid.calls().jobs("", 100).get().jobs())
                .hasSize(4)
                .allMatch(job -> job.tasks().done() == 1);
        RealGrid.until("its watcher has ended", () -> Files.notExists(flow.resolve(".snakemake/gleaner")));
    }

    @Test
    void a_rule_that_fails_fails_the_workflow_and_its_words_are_in_the_log() throws Exception {
        write("Snakefile", COUNTS_ONLY.replace("wc -w {input}", "echo no such word >&2; false {input}"));

        Shell.Result run = snakemake();

        assertThat(run.exit()).isOne();
        assertThat(run.err()).contains("Error executing rule count on cluster");
        assertThat(flow.resolve("counts/a.txt")).doesNotExist();
        assertThat(grid.calls().jobs("", 100).get().jobs())
                .isNotEmpty()
                .allMatch(job -> job.tasks().done() == 0);
    }

    @Test
    void ctrl_c_cancels_all_jobs_and_ends_and_the_next_run_starts_them_again() throws Exception {
        write("Snakefile", COUNTS_ONLY.replace("wc -w {input}", "sleep 600; wc -w {input}"));
        Shell.Started run = start();
        RealGrid.until("its jobs are submitted", () -> jobs(TaskState.READY, TaskState.RUNNING) == 2);

        new Shell(temp).run("sh", "-c", "kill -s INT -- -" + run.process().pid());

        Shell.Result end = run.result(LIMIT);
        assertThat(end.exit()).as(end.err()).isOne();
        RealGrid.until("its jobs are cancelled", () -> jobs(TaskState.CANCELLED) == 2);
        write("Snakefile", COUNTS_ONLY);
        Shell.Result again = snakemake();
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(flow.resolve("counts")).isDirectoryContaining("glob:**a.txt").isDirectoryContaining("glob:**b.txt");
    }

    private long jobs(TaskState... states) throws Exception {
        return grid.calls().jobs("", 100).get().jobs().stream()
                .filter(job -> Arrays.asList(states).contains(job.tasks().jobState()))
                .count();
    }

    private Shell.Result snakemake() throws IOException, InterruptedException {
        return start().result(LIMIT);
    }

    /** In a group of its own, which Ctrl-C means: behind a script in the background it would be ignored. */
    private Shell.Started start() throws IOException {
        return new Shell(flow)
                .with("GLEANER_HOME", temp.resolve("home"))
                .with("GLEANER_URL", grid.url())
                .with(
                        "GLEANER_TOKEN",
                        Files.readString(grid.data().resolve("admin.token")).strip())
                // Where Debian's Snakemake keeps what it knows about sources.
                .with("XDG_CACHE_HOME", temp.resolve("cache"))
                .start(
                        "setsid",
                        "env",
                        "--default-signal=INT",
                        "snakemake",
                        "--profile",
                        temp.resolve("profile"),
                        "--jobs",
                        3);
    }

    private void write(String name, String text) throws IOException {
        Path file = flow.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static boolean has(String program) throws IOException, InterruptedException {
        return new Shell(Path.of("/")).run("sh", "-c", "command -v " + program).exit() == 0;
    }
}
