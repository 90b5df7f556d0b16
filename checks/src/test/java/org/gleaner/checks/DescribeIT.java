package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Describing jobs, with the built jar: the libraries for job files and rows are in it, and notices outlive submit. */
class DescribeIT {
    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_job_file_with_rows_runs_from_the_built_jar() throws Exception {
        grid.file("runs.csv", "who;n\nada;1\nbob;2\n");
        grid.file("job.toml", "each-row = \"runs.csv\"\ncommand = [\"echo\", \"{who}-{n}\"]\nname = \"rows\"\n");

        JobId job = grid.submit("-f", "job.toml");
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).contains("ada-1", "bob-2");
    }

    @Test
    void a_notice_comes_although_submit_has_ended() throws Exception {
        Path told = temp.resolve("told");

        JobId job = grid.submit("--notify", "echo \"$GLEANER_JOB $GLEANER_STATE\" >told.new; mv told.new told", "true");

        RealGrid.until("the notice came", () -> Files.exists(told));
        assertThat(told).content().isEqualTo(job + " done\n");
    }

    @Test
    void a_script_for_slurm_runs_as_it_is_with_the_variables_that_it_knows() throws Exception {
        grid.file(
                "slurm.sh",
                "#!/bin/bash\n#SBATCH --job-name=sweep --array=0-20:10 --partition=long\n"
                        + "cd \"$SLURM_SUBMIT_DIR\" && echo \"$SLURM_JOB_NAME $SLURM_ARRAY_TASK_ID of"
                        + " $SLURM_ARRAY_TASK_MAX $1\"\n");

        Shell.Result run = grid.gleaner("run", "-k", "--sbatch", "slurm.sh", "a b");

        assertThat(run.out()).isEqualTo("sweep 0 of 20 a b\nsweep 10 of 20 a b\nsweep 20 of 20 a b\n");
        assertThat(run.err()).contains("Note: #SBATCH --partition=long is ignored");
    }

    @Test
    void a_tilde_is_the_home_of_the_shell_and_not_that_of_the_account() throws Exception {
        Shell elsewhere = new Shell(temp).with("HOME", temp.resolve("people")).with("GLEANER_HOME", "");

        Shell.Result agent = elsewhere.run(RealGrid.LAUNCHER, "agent");

        assertThat(agent.err()).contains(temp.resolve("people/.gleaner/server").toString());
    }
}
