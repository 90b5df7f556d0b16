package org.gleaner.cli.snakemake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBoardTest {
    private static final JobId JOB = new JobId(7);

    @TempDir
    Path flow = Path.of("unset");

    @Test
    void a_job_is_open_until_it_has_a_verdict() throws Exception {
        FileBoard board = FileBoard.in(flow);
        board.want(JOB, 42);

        assertThat(board.open()).containsExactly(JOB);
        assertThat(board.wantedBy(42)).containsExactly(JOB);
        assertThat(board.wantedBy(43)).as("another run's").isEmpty();
        assertThat(board.verdict(JOB)).isNull();

        board.verdict(JOB, true);

        assertThat(board.open()).isEmpty();
        assertThat(board.verdict(JOB)).isEqualTo("success");
    }

    @Test
    void what_another_server_said_of_the_same_number_is_forgotten() throws Exception {
        FileBoard board = FileBoard.in(flow);
        board.verdict(JOB, true);

        board.want(JOB, 42);

        assertThat(board.verdict(JOB)).isNull();
    }

    @Test
    void it_is_watched_as_long_as_its_watcher_lives() throws Exception {
        FileBoard board = FileBoard.in(flow);

        assertThat(board.isWatched()).isFalse();

        board.watchedBy(ProcessHandle.current().pid());
        assertThat(board.isWatched()).isTrue();

        board.remove();
        assertThat(board.isWatched()).isFalse();
        assertThat(Files.exists(flow.resolve(".snakemake/gleaner"))).isFalse();
    }
}
