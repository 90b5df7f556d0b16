package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.OutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputCollectorTest {
    @TempDir
    private Path directory;

    @Test
    void an_output_in_a_shared_directory_is_what_it_was_when_it_was_taken_although_others_write_on() throws Exception {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Path log = Files.writeString(shared.resolve("log"), "first");
        Path kept = directory.resolve("kept");
        OutputCollector collector = new OutputCollector(
                new Room(directory.resolve("own"), directory.resolve("tmp"), shared, null, false, true), kept, 0);

        ResultFile taken =
                collector.outputs(List.of(new OutputFile("log", false))).get(0);
        Files.writeString(log, " and more", StandardOpenOption.APPEND);
        collector.moveBlobs();

        Path content = kept.resolve(taken.hash().hex());
        assertThat(FileHash.of(content)).isEqualTo(taken.hash());
        assertThat(content).content().isEqualTo("first");
        assertThat(taken.size()).isEqualTo(5);
        assertThat(log).content().isEqualTo("first and more");
    }
}
