package org.gleaner.server.retention;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.thread.LogPace;
import org.gleaner.server.blob.BlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class RoundLogTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path data;

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RoundLog.class);
    private final AtomicLong nanos = new AtomicLong();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void a_night_without_the_folder_of_files_is_two_lines_that_say_what_is_missing() throws IOException {
        RoundLog log = new RoundLog(BlobStore.open(data), new LogPace(nanos::get));
        Files.move(data.resolve("blobs"), data.resolve("away"));

        for (int minute = 0; minute < 600; minute++) {
            log.failed(new NoSuchFileException(data.resolve("blobs/partial").toString()));
            nanos.addAndGet(MINUTE.toNanos());
        }
        log.well();
        log.well();

        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).hasSize(2);
        assertThat(lines.list.get(0).getFormattedMessage()).contains("its folder blobs", "put it back");
        assertThat(lines.list.get(1).getFormattedMessage()).contains("goes on, after 10 h");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
    }

    @Test
    void what_else_hinders_it_is_told_in_its_own_words() throws IOException {
        RoundLog log = new RoundLog(BlobStore.open(data), new LogPace(nanos::get));

        log.failed(new StoreException("the database is busy with other queries"));
        nanos.addAndGet(MINUTE.toNanos());
        log.failed(new IOException("No space left on device"));

        assertThat(lines.list.get(0).getFormattedMessage())
                .endsWith("every minute: the database is busy with other queries");
        assertThat(lines.list.get(1).getFormattedMessage()).endsWith("every minute: No space left on device");
    }
}
