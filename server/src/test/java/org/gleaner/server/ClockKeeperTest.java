package org.gleaner.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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
    void a_jump_ahead_of_hours_leaves_a_line_in_the_log_and_one_of_minutes_none() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ClockKeeper.class);
        Instant[] wall = {Instant.parse("2026-11-16T22:00:00Z")};
        try (ClockKeeper keeper = ClockKeeper.open(data, () -> wall[0], () -> 0)) {
            logger.addAppender(lines);
            logger.setLevel(Level.INFO);
            keeper.note();
            wall[0] = wall[0].plus(Duration.ofMinutes(5));
            keeper.note();
            wall[0] = wall[0].plus(Duration.ofHours(20));
            keeper.note();
            keeper.note();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("the clock jumped ahead by 20 h, or the machine slept");
    }

    @Test
    void a_directory_in_the_place_of_the_file_is_named() throws Exception {
        Path file = Files.createDirectory(data.resolve(ClockKeeper.FILE));

        assertThatIOException()
                .isThrownBy(() -> ClockKeeper.open(data))
                .withMessageContaining(file + ": is a directory");
    }
}
