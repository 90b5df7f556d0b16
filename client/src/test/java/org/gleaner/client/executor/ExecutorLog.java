package org.gleaner.client.executor;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What executors log while it is open, also what nobody would see who has not asked for it. Thread-safe. */
final class ExecutorLog implements AutoCloseable {
    /** Held, as its level and its handlers would be forgotten with it. */
    private static final Logger LOGGER = Logger.getLogger("org.gleaner.client.executor");

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    ExecutorLog() {
        LOGGER.addHandler(handler);
        LOGGER.setLevel(Level.FINE);
        LOGGER.setUseParentHandlers(false);
    }

    /** Level and text of each line, oldest first. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        LOGGER.removeHandler(handler);
        LOGGER.setLevel(null);
        LOGGER.setUseParentHandlers(true);
    }
}
