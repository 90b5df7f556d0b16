package org.gleaner.cli.snakemake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.terminal.console.CliFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobScriptTest {
    private static final String SCRIPT = "#!/bin/sh\n# properties = {\"type\": \"single\", \"rule\": \"count\","
            + " \"input\": [\"data/b.txt\"], \"output\": [\"counts/b.txt\"], \"wildcards\": {\"s\": \"b\"},"
            + " \"params\": {\"x\": [1, 2]}, \"log\": [\"logs/b.log\"], \"threads\": 3,"
            + " \"resources\": {\"mem_mb\": 200,"
            + " \"runtime\": 10, \"tmpdir\": \"<TBD>\", \"gleaner\": \"--tag gpu --needs r:4\"}, \"jobid\": 5}\n"
            + "python -m snakemake --snakefile 'workflow/Snakefile' --configfiles 'a.yaml' 'b.yaml' --cores 'all'"
            + " && exit 0 || exit 1\n";

    @TempDir
    Path temp = Path.of("unset");

    private Path script = temp;
    private Path directory = temp;

    @BeforeEach
    void write_a_script() throws IOException {
        directory = temp.toRealPath();
        script = Files.writeString(directory.resolve("snakejob.count.5.sh"), SCRIPT);
    }

    @Test
    void a_script_of_snakemake_is_understood() throws Exception {
        JobScript job = JobScript.read(script);

        assertThat(job.rule()).isEqualTo("count");
        assertThat(job.inputs()).containsExactly("data/b.txt");
        assertThat(job.outputs()).containsExactly("counts/b.txt");
        assertThat(job.logs()).containsExactly("logs/b.log");
        assertThat(job.threads()).isEqualTo(3);
        assertThat(job.resources()).containsEntry("mem_mb", "200").containsEntry("tmpdir", "<TBD>");
        assertThat(job.snakefile()).isEqualTo("workflow/Snakefile");
        assertThat(job.configFiles()).containsExactly("a.yaml", "b.yaml");
    }

    @Test
    void any_other_file_is_refused_with_a_remedy() throws Exception {
        Path other = Files.writeString(directory.resolve("x.sh"), "echo hello\n");
        Path broken = Files.writeString(
                directory.resolve("y.sh"), "# properties = {\"rule\": 1}\nsnakemake --snakefile 'S'\n");

        for (Path file : List.of(other, broken, directory.resolve("missing.sh"))) {
            assertThatExceptionOfType(CliFailure.class)
                    .isThrownBy(() -> JobScript.read(file))
                    .matches(failure -> failure.next().contains("snakemake-profile"));
        }
    }

    @Test
    void it_becomes_a_submission_that_names_all_that_travels() throws Exception {
        List<String> words =
                SubmitWords.of(JobScript.read(script), ".snakemake/job.sh", Set.of("workflow/Snakefile"), directory);

        assertThat(String.join(" ", words))
                .isEqualTo("submit --no-check --name count --type count --cores 3 --max-failures 1 --memory 200M"
                        + " --time 10m --in workflow/Snakefile --in a.yaml --in b.yaml --in data/b.txt"
                        + " --in .snakemake/job.sh --out counts/b.txt --out-optional logs/b.log"
                        + " --tag gpu --needs r:4 sh .snakemake/job.sh");
    }

    @Test
    void names_are_read_from_the_directory_that_the_job_runs_in() throws Exception {
        Files.writeString(
                script,
                SCRIPT.replace("\"type\"", "\"directory\": \"run\", \"type\"")
                        .replace("data/b.txt", "../data/b.txt")
                        .replace("'workflow/Snakefile'", "'../flow/Snakefile'")
                        .replace("--tag gpu --needs r:4", "--env 'A=b c'"));
        write("flow/Snakefile", "configfile: \"c.yaml\"\nmodule other:\n    snakefile: \"other.smk\"\n");
        write("flow/other.smk", "");
        write("run/c.yaml", "");
        JobScript job = JobScript.read(script);

        List<String> words = SubmitWords.of(job, "run/job.sh", WorkflowSources.of(directory, job), directory);

        assertThat(String.join(" ", words))
                .contains("--in flow/Snakefile --in flow/other.smk --in run/c.yaml --in run/a.yaml")
                .contains("--in data/b.txt", "--out run/counts/b.txt", "--out-optional run/logs/b.log");
        assertThat(words).contains("A=b c");
    }

    @Test
    void a_file_outside_the_working_directory_is_refused_as_nobody_else_sees_it() throws Exception {
        Files.writeString(script, SCRIPT.replace("data/b.txt", "/data/b.txt"));
        JobScript absolute = JobScript.read(script);
        Files.writeString(script, SCRIPT.replace("counts/b.txt", "../b.txt"));
        JobScript above = JobScript.read(script);

        for (JobScript job : List.of(absolute, above)) {
            assertThatExceptionOfType(CliFailure.class)
                    .isThrownBy(() -> SubmitWords.of(job, "job.sh", new TreeSet<>(), directory))
                    .matches(failure -> failure.what().contains("Can't send"));
        }
    }

    @Test
    void sources_are_followed_through_includes_and_taken_from_the_usual_folders() throws Exception {
        write("workflow/Snakefile", "configfile: \"config/c.yaml\"\ninclude: \"rules/a.smk\"\n");
        write("workflow/rules/a.smk", "rule x:\n    script: \"../scripts/deep/x.py\"\ninclude: '../extra/b.smk'\n");
        write("workflow/extra/b.smk", "rule y:\n    conda: 'own/env.yaml'\n");
        write("workflow/extra/own/env.yaml", "");
        write("workflow/scripts/deep/x.py", "");
        write("workflow/scripts/helper.py", "");
        write("config/c.yaml", "");
        write("data/large.bin", "");
        write("results/old.txt", "");

        assertThat(WorkflowSources.of(directory, JobScript.read(script)))
                .containsExactly(
                        "config/c.yaml",
                        "workflow/Snakefile",
                        "workflow/extra/b.smk",
                        "workflow/extra/own/env.yaml",
                        "workflow/rules/a.smk",
                        "workflow/scripts/deep/x.py",
                        "workflow/scripts/helper.py");
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
