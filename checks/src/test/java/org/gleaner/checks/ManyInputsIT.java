package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that names far more files than most, with an agent that has the memory which the launcher gives it. */
final class ManyInputsIT {
    private static final int FILES = 60_000;
    private static final int CONTENTS = 50;

    @TempDir
    private Path temp;

    private RealGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(temp).startServer();
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void every_task_of_a_job_finds_all_of_60_000_inputs() throws Exception {
        Path inputs = Files.createDirectory(temp.resolve("inputs"));
        for (int i = 0; i < FILES; i++) {
            Files.writeString(inputs.resolve("one-of-very-many-inputs-" + i), "content " + i % CONTENTS);
        }
        grid.startAgent("agent", 2);

        JobId job = grid.submit("--array", "1-2", "--in", "inputs", "--shell", "ls inputs | wc -l");
        grid.untilDone(job);

        assertThat(grid.well("logs", job + ".2")).contains(Integer.toString(FILES));
        assertThat(grid.tasks(job))
                .allSatisfy(task -> assertThat(task.attempts()).isEqualTo(1));
    }
}
