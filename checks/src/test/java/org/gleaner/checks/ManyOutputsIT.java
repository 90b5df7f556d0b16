package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.TaskRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that leave very many files, from the agent that gathers them to the directory of whoever fetches them. */
final class ManyOutputsIT {
    /** Of these some are larger than what travels inside of a list. */
    private static final int LARGE = 20;

    @TempDir
    private Path temp;

    private RealGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void a_hundred_thousand_files_of_one_task_come_back() throws Exception {
        JobId job = grid.submit("--out", "d", "--shell", leaving(Outputs.MOST));
        grid.untilDone(job);

        grid.well("get", job, "--to", temp.resolve("got"));

        Path got = temp.resolve("got/d");
        try (Stream<Path> files = Files.list(got)) {
            assertThat(files.count()).isEqualTo(Outputs.MOST);
        }
        assertThat(got.resolve("99979")).isEmptyFile();
        assertThat(got.resolve("named")).hasContent("named");
        for (int i = 1; i <= LARGE; i++) {
            assertThat(got.resolve("large-" + i)).hasSize(40_000).content().startsWith("large " + i + " ");
        }
        assertThat(grid.tasks(job)).extracting(TaskRow::attempts).containsExactly(1);
    }

    @Test
    void one_file_more_blocks_the_task_with_a_reason_instead_of_running_it_for_ever() throws Exception {
        JobId job = grid.submit("--out", "d", "--max-failures", "1", "--shell", leaving(Outputs.MOST + 1));

        RealGrid.until("it is blocked", () -> grid.counts(job).blocked() == 1);

        assertThat(grid.tasks(job)).singleElement().satisfies(task -> {
            assertThat(task.attempts()).isEqualTo(1);
            assertThat(task.last()).isNotNull();
            assertThat(task.last().cause()).isEqualTo(Outcome.NO_OUTPUT);
            assertThat(task.last().detail()).contains("more than 100000 output files");
        });
        assertThat(grid.well("why", job)).contains("output files; have the task pack them into an archive");
    }

    /** As many files as that: most are empty, one has its name in it, and some are large. */
    private static String leaving(int files) {
        int empty = files - LARGE - 1;
        return "mkdir d; cd d; seq 1 " + empty + " | xargs touch; printf named > named;"
                + " for i in $(seq 1 " + LARGE + "); do printf 'large %s ' $i | dd bs=40000 conv=sync of=large-$i"
                + " status=none; done";
    }
}
