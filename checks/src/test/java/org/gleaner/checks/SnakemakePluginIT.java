package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snakemake from PyPI, with the plug-in that pip fetched from the server, runs workflows on an agent that can't see
 * them. {@code ./check} installs it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnakemakePluginIT {
    private static final Path VENV =
            RealGrid.LAUNCHER.resolveSibling("target/snakemake").normalize();
    private static final Duration LIMIT = Duration.ofMinutes(8);

    /** The workflow lies beside the directory that it runs in, as shared ones do. */
    private static final String PIPELINE = """
            configfile: "config.yaml"
            include: "rules/parts.smk"
            def counts(wildcards):
                found = glob_wildcards(checkpoints.split.get().output[0] + "/{s}.txt")
                return expand("counts/{s}.txt", s=sorted(found.s))
            rule reduce:
                input: counts
                output: "report.txt"
                script: "scripts/reduce.py"
            """;

    private static final String PARTS = """
            rule all:
                input: "report.txt"
            checkpoint split:
                input: "data/all.txt"
                output: directory("parts")
                shell: "mkdir {output}; for s in a b; do grep $s {input} > {output}/$s.txt; done"
            rule count:
                input: "parts"
                output: "counts/{s}.txt"
                log: "logs/{s}.log"
                benchmark: "speed/{s}.tsv"
                threads: 1
                resources: mem_mb=400, runtime=20, gleaner="--priority 3 --env 'GREETING=hello you'"
                shell: "wc -w < {input}/{wildcards.s}.txt > {output}; echo $GREETING > {log}"
            """;
    private static final String REDUCE = """
            with open(snakemake.output[0], "w") as sink:
                sink.write(snakemake.config["title"] + "\\n")
                for name in snakemake.input:
                    with open(name) as source:
                        sink.write(source.read())
            """;
    private static final String FAILURES = """
            rule all:
                input: "flaky.txt", "broken.txt"
            rule flaky:
                output: "flaky.txt"
                resources: attempt=lambda wildcards, attempt: attempt
                shell: "test {resources.attempt} = 2 && echo well > {output}"
            rule broken:
                output: "broken.txt"
                log: "broken.log"
                shell: "echo half > {output}; echo the disk is on fire > {log}; false"
            """;
    private static final String LONG = """
            rule all:
                input: expand("{n}.txt", n=range(5))
            rule sleep:
                output: "{n}.txt"
                shell: "sleep 600; echo > {output}"
            """;

    @TempDir
    static Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    void install_the_plug_in_and_start_an_agent_that_sees_no_workflow() throws Exception {
        assumeThat(VENV.resolve("bin/snakemake")).as("Snakemake from PyPI").isExecutable();
        assumeThat(new Shell(Path.of("/")).run("sh", "-c", "command -v bwrap").exit())
                .as("bubblewrap is installed")
                .isZero();
        Path flows = Files.createDirectories(temp.resolve("flows"));
        grid = new RealGrid(temp).startServer();
        List<String> hiding =
                List.of("bwrap", "--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", flows.toString());
        List<String> python = List.of("--show", VENV.toString(), "--show", pythonHome());
        grid.startAgentBehind("agent", 2, python, hiding);
        Shell.Result pip = new Shell(temp)
                .run(
                        VENV.resolve("bin/pip"),
                        "install",
                        "-q",
                        "--no-index",
                        "--no-deps",
                        "--find-links",
                        grid.url() + "/python",
                        "--target",
                        temp.resolve("site"),
                        "snakemake-executor-plugin-gleaner");
        assertThat(pip.exit()).as(pip.err()).isZero();
    }

    @AfterAll
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_pipeline_with_a_checkpoint_runs_where_its_files_are_not_and_all_it_made_comes_back() throws Exception {
        write("workflow/Snakefile", PIPELINE);
        write("workflow/rules/parts.smk", PARTS);
        write("workflow/scripts/reduce.py", REDUCE);
        // Where people put such settings; jobs must not take them for their own.
        write("workflow/profiles/default/config.yaml", "executor: gleaner\njobs: 5\n");
        Path flow = temp.resolve("flows/pipeline");
        write("pipeline/config.yaml", "title: word counts\n");
        write("pipeline/data/all.txt", "a one\nb two three\n");

        Shell.Result run = snakemake("workflow", "--snakefile", "Snakefile", "--directory", flow)
                .result(LIMIT);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(flow.resolve("report.txt")).hasContent("word counts\n2\n3\n");
        assertThat(flow.resolve("logs/a.log")).hasContent("hello you\n");
        assertThat(flow.resolve("speed/b.tsv")).isNotEmptyFile();
        assertThat(flow.resolve("parts/b.txt")).hasContent("b two three\n");
        assertThat(flow.resolve(".snakemake/gleaner")).doesNotExist();
    }

    @Test
    void a_failed_rule_is_retried_by_snakemake_and_its_log_is_shown() throws Exception {
        Path flow = temp.resolve("flows/failures");
        write("failures/Snakefile", FAILURES);

        Shell.Result run = snakemake("failures", "--retries", 1, "--keep-going", "--jobs", 4)
                .result(LIMIT);

        assertThat(run.exit()).isOne();
        assertThat(flow.resolve("flaky.txt")).hasContent("well\n");
        assertThat(flow.resolve("broken.txt")).as("what a failure left").doesNotExist();
        assertThat(run.err()).contains("failed. Its last lines:", "the disk is on fire", "external_jobid");
    }

    @Test
    void ctrl_c_cancels_all_jobs_and_ends_and_the_next_run_starts_them_again() throws Exception {
        Path flow = temp.resolve("flows/long");
        write("long/Snakefile", LONG);
        Shell.Started run = snakemake("long", "--jobs", 5);
        RealGrid.until("its jobs are submitted", () -> sleepers(TaskState.READY, TaskState.RUNNING) == 5);

        new Shell(temp).run("sh", "-c", "kill -s INT -- -" + run.process().pid());

        Shell.Result end = run.result(LIMIT);
        assertThat(end.exit()).as(end.err()).isOne();
        assertThat(sleepers(TaskState.CANCELLED)).isEqualTo(5);
        write("long/Snakefile", LONG.replace("sleep 600; ", "").replace("range(5)", "range(1)"));
        Shell.Result again = snakemake("long", "--jobs", 5).result(LIMIT);
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(flow.resolve("0.txt")).exists();
    }

    private long sleepers(TaskState... states) throws Exception {
        return grid.calls().jobs("", 1000).get().jobs().stream()
                .filter(job -> job.name().equals("sleep"))
                .filter(job -> Arrays.asList(states).contains(job.tasks().jobState()))
                .count();
    }

    /** In a group of its own, which Ctrl-C means: behind a script in the background it would be ignored. */
    private Shell.Started snakemake(String flow, Object... flags) throws IOException {
        List<Object> words = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
        words.addAll(List.of(VENV.resolve("bin/snakemake"), "--executor", "gleaner"));
        words.addAll(List.of("--gleaner-command", RealGrid.LAUNCHER));
        words.addAll(List.of("--gleaner-flags", "--env SNAKEMAKE_PYTHON=" + VENV.resolve("bin/python")));
        words.addAll(Arrays.asList(flags));
        return new Shell(temp.resolve("flows").resolve(flow))
                .with("GLEANER_HOME", temp.resolve("home"))
                .with("GLEANER_URL", grid.url())
                .with(
                        "GLEANER_TOKEN",
                        Files.readString(grid.data().resolve("admin.token")).strip())
                .with("PYTHONPATH", temp.resolve("site"))
                .with("XDG_CACHE_HOME", temp.resolve("cache"))
                .start(words.toArray());
    }

    private static String pythonHome() throws IOException, InterruptedException {
        return new Shell(Path.of("/"))
                .run(VENV.resolve("bin/python"), "-c", "import sys; print(sys.base_prefix)")
                .out()
                .strip();
    }

    private static void write(String name, String text) throws IOException {
        Path file = temp.resolve("flows").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
