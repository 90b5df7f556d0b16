package org.gleaner.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.step.BatchStep;
import org.gleaner.protocol.thread.LogPace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class BatchLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(BatchLog.class);
    private final AtomicLong nanos = new AtomicLong();
    private final BatchLog log = new BatchLog(new LogPace(nanos::get));

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.ERROR);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void a_store_that_fails_is_logged_once_for_each_reason() {
        fail("the database could not commit", "waited 30001 ms");
        fail("the database could not commit", "waited 30002 ms");
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        fail("the database could not commit", "read-only file system");

        assertThat(lines.list)
                .extracting(line -> line.getThrowableProxy().getCause().getMessage())
                .containsExactly("waited 30001 ms", "read-only file system");
    }

    @Test
    void a_full_disk_is_told_with_the_answer_that_calls_get() {
        fail(new StoreException("the database could not commit", new IOException("no space"), true));
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        fail("the database could not commit", "read-only file system");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getMessage)
                .containsExactly(
                        "the disk is full; calls get 507 until there is room",
                        "the store failed; calls get 503 until it is back");
        assertThat(lines.list.get(0).getThrowableProxy())
                .as("where in our code that was seen helps nobody")
                .isNull();
    }

    private void fail(String message, String cause) {
        fail(new StoreException(message, new IOException(cause)));
    }

    private void fail(StoreException why) {
        BatchStep.Result result = new BatchStep.Result(List.of(), List.of(), false, List.of(), Optional.of(why));
        log.done(new BatchListener.Batch(result, Optional.empty(), Optional.empty(), false, 1, Duration.ZERO));
    }
}
