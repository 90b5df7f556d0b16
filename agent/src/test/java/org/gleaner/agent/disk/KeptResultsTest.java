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

    @Test
    void results_that_are_kept_together_are_the_same_in_the_next_life() throws Exception {
        putFile();
        results.keep(List.of(bare(AttemptId.of(1, 1, 1)), report(), bare(AttemptId.of(1, 2, 1))));
        KeptResults next = new KeptResults(root);

        assertThat(next.load()).containsExactly(bare(AttemptId.of(1, 1, 1)), report(), bare(AttemptId.of(1, 2, 1)));
        next.keep(List.of(bare(AttemptId.of(2, 1, 1)), bare(AttemptId.of(2, 2, 1))));

        assertThat(next.count()).isEqualTo(5);
        assertThat(new KeptResults(root).load()).hasSize(5);
    }

    @Test
    void of_results_that_were_kept_together_one_may_be_forgotten_and_the_others_stay() throws Exception {
        AttemptId other = AttemptId.of(1, 1, 1);
        putFile();
        results.keep(List.of(bare(other), report()));

        results.forget(other);
        assertThat(new KeptResults(root).load()).contains(report());
        results.forget(A);
        results.forget(A);

        assertThat(root).isEmptyDirectory();
    }

    @Test
    void of_results_that_were_kept_together_those_without_their_files_are_not_whole() throws Exception {
        putFile();
        results.keep(List.of(bare(AttemptId.of(1, 1, 1)), report()));
        Files.delete(results.file(A, HASH));
        KeptResults next = new KeptResults(root);

        assertThat(next.load()).containsExactly(bare(AttemptId.of(1, 1, 1)));
        next.forget(AttemptId.of(1, 1, 1));

        assertThat(root).isEmptyDirectory();
    }

    @Test
    void of_results_that_were_kept_together_a_damaged_one_spoils_no_other() throws Exception {
        results.keep(List.of(bare(AttemptId.of(1, 1, 1)), bare(AttemptId.of(1, 2, 1))));
        Path file = root.resolve("together-1.jsonl");
        byte[] bytes = Files.readAllBytes(file);
        bytes[3] = (byte) 0xff;
        Files.write(file, bytes);

        assertThat(new KeptResults(root).load()).containsExactly(bare(AttemptId.of(1, 2, 1)));
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
