package org.gleaner.cli.snakemake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the head of each job says where no Python can run Snakemake. */
final class JobHeadComponentTest {
    @TempDir
    private Path directory;

    /** @return what a job that asks for Python says where these programs are all that there is */
    private String said(String named) throws IOException, InterruptedException {
        Path script =
                Files.writeString(directory.resolve("job.sh"), SnakemakeVerb.text("job-head.sh") + "python -c 1\n");
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", script.toString());
        shell.environment().clear();
        shell.environment().put("PATH", directory.toString());
        shell.environment().put("snakemake_major", "9");
        if (!named.isEmpty()) {
            shell.environment().put("SNAKEMAKE_PYTHON", named);
        }
        Process job = shell.start();
        String err = new String(job.getErrorStream().readAllBytes(), UTF_8);
        assertThat(job.waitFor()).isEqualTo(127);
        return err;
    }

    private Path program(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void a_python_that_was_named_but_is_hidden_by_the_sandbox_is_not_asked_for_again() throws Exception {
        String hidden = directory.resolve("venv/bin/python3").toString();

        assertThat(said(hidden))
                .startsWith("gleaner: " + hidden + ", named by SNAKEMAKE_PYTHON, was not found where the task ran.")
                .contains("--show DIR", "virtual environment")
                .doesNotContain("name a Python");
    }

    @Test
    void a_python_that_was_named_and_has_another_snakemake_is_told_from_one_that_is_missing() throws Exception {
        Path python = program("named", "#!/bin/sh\nexit 1\n");

        assertThat(said(python.toString()))
                .isEqualTo("gleaner: " + python + ", named by SNAKEMAKE_PYTHON, has no Snakemake 9 on this machine."
                        + " Install it there, or name a Python that has it.\n");
    }
}
