package org.gleaner.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClockKeeperTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31T23:59:59Z", "2201-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "nonsense"})
    void what_no_clock_can_have_shown_is_not_believed(String shown) throws Exception {
        Files.writeString(data.resolve(ClockKeeper.FILE), shown);

        try (ClockKeeper keeper = ClockKeeper.open(data)) {
            assertThat(Duration.between(keeper.clock().instant(), Instant.now()).abs())
                    .isLessThan(Duration.ofHours(1));
            assertThat(keeper.clock().doubt()).isEmpty();
        }
    }

    @Test
    void a_directory_in_the_place_of_the_file_is_named() throws Exception {
        Path file = Files.createDirectory(data.resolve(ClockKeeper.FILE));

        assertThatIOException()
                .isThrownBy(() -> ClockKeeper.open(data))
                .withMessageContaining(file + ": is a directory");
    }
}
