package org.gleaner.lab.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what the server's parts log out of the figures: standard output belongs to the report. */
final class QuietLog {
    private QuietLog() {}

    static void install() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
        }
    }
}
