package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that the benchmark and a rival's program exchange. */
class RivalComponentTest {
    @TempDir
    private Path folder;

    @Test
    void a_rival_that_is_ready_tells_its_name_and_answers_each_order() throws IOException {
        try (Rival rival = rival("echo ready Snail 1.0; while read n; do echo done; done")) {
            assertThat(rival.awaitReady()).isEmpty();
            assertThat(rival.name()).isEqualTo("Snail 1.0");

            rival.work(10);
            rival.work(20);
        }
    }

    @Test
    void a_rival_that_is_absent_says_why() throws IOException {
        try (Rival rival = rival("echo absent it is not installed")) {
            assertThat(rival.awaitReady()).contains("it is not installed");
        }
    }

    @Test
    void a_rival_that_dies_is_no_result() throws IOException {
        try (Rival rival = rival("echo ready Snail 1.0; read n")) {
            rival.awaitReady();

            assertThatThrownBy(() -> rival.work(10))
                    .isInstanceOf(FleetFailure.class)
                    .hasMessageContaining("Snail 1.0 did not do 10 tasks");
        }
    }

    private Rival rival(String script) throws IOException {
        return new Rival(List.of("sh", "-c", script), folder.resolve("peer.log"));
    }
}
