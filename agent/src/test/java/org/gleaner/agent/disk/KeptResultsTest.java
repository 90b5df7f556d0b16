package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptResultsTest {
    private static final AttemptId A = AttemptId.of(7, 3, 2);
    private static final BlobHash HASH = Content.hash(new byte[] {1, 2});

    private Path root;
    private KeptResults results;

    @BeforeEach
    void create(@TempDir Path directory) {
        root = directory;
        results = new KeptResults(directory);
    }

    @Test
    void a_kept_result_is_the_same_in_the_next_life() throws Exception {
        putFile();
        results.keep(report());

        assertThat(new KeptResults(root).load()).containsExactly(report());
        assertThat(results.file(A, HASH)).hasBinaryContent(new byte[] {1, 2});
    }

    @Test
    void a_result_whose_report_was_not_written_is_deleted() throws Exception {
        putFile();

        assertThat(results.load()).isEmpty();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void a_damaged_report_and_one_without_its_files_are_deleted() throws Exception {
        results.keep(bare(AttemptId.of(1, 1, 1)));
        putFile();
        results.keep(report());
        Files.delete(results.file(A, HASH));
        Files.writeString(root.resolve("8.1-1.json"), "{\"attempt\":");

        assertThat(results.load()).containsExactly(bare(AttemptId.of(1, 1, 1)));

        try (var left = Files.list(root)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("1.1-1.json");
        }
    }

    @Test
    void a_forgotten_result_leaves_nothing_and_may_be_forgotten_twice() throws Exception {
        putFile();
        results.keep(report());

        results.forget(A);
        results.forget(A);

        assertThat(root).isEmptyDirectory();
    }

    private void putFile() throws IOException {
        Files.createDirectories(results.files(A));
        Files.write(results.file(A, HASH), new byte[] {1, 2});
    }

    private static AttemptReport bare(AttemptId attempt) {
        return AttemptReport.bare(attempt, Outcome.EXITED, "exit code 1");
    }

    private static AttemptReport report() {
        return new AttemptReport(
                A,
                Outcome.DONE,
                0,
                "",
                new AttemptReport.Usage(Duration.ofMillis(5), Duration.ofMillis(4), new MemorySize(3)),
                Outputs.of(List.of(new ResultFile("out", HASH, 2, true, null))),
                new ResultFile("stdout", Content.hash(new byte[0]), 0, false, ""),
                null,
                "tail\nof it");
    }
}
