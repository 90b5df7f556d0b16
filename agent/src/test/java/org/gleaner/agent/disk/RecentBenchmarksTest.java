package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecentBenchmarksTest {
    @TempDir
    private Path directory;

    private RecentBenchmarks on(String machine) {
        return new RecentBenchmarks(directory.resolve("benchmarks"), machine);
    }

    private static Duration ms(int millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void a_busy_start_does_not_make_a_machine_slow() {
        on("here").with(ms(300));

        assertThat(on("here").with(ms(900))).isEqualTo(ms(300));
        assertThat(on("here").with(ms(280))).isEqualTo(ms(280));
    }

    @Test
    void one_that_stays_slow_is_believed_after_five() {
        RecentBenchmarks benchmarks = on("here");
        benchmarks.with(ms(300));

        for (int i = 0; i < 4; i++) {
            assertThat(benchmarks.with(ms(600 + i))).isEqualTo(ms(300));
        }
        assertThat(benchmarks.with(ms(700))).isEqualTo(ms(600));
    }

    @Test
    void what_another_machine_measured_counts_for_nothing() {
        on("there").with(ms(100));

        assertThat(on("here").with(ms(300))).isEqualTo(ms(300));
    }

    @Test
    void a_damaged_file_is_none() throws Exception {
        Files.writeString(directory.resolve("benchmarks"), "here\n100\nx\n");

        assertThat(on("here").with(ms(300))).isEqualTo(ms(300));
    }
}
