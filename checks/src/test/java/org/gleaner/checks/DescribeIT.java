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
}
