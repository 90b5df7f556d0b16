package org.gleaner.server.log;

/** Where the log goes. */
public enum LogTarget {
    /** JSON lines in {@code server.log} of the data directory, rolled over so that it never grows without bound. */
    FILE("logback-json.xml"),
    /** Plain lines on standard error. */
    STDERR("logback-plain.xml");

    private final String configuration;

    LogTarget(String configuration) {
        this.configuration = configuration;
    }

    /** The name of its logback configuration beside this class. */
    String configuration() {
        return configuration;
    }
}
