package org.gleaner.server.log;

import java.util.Optional;
import org.gleaner.server.http.AuditTrail;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes audit lines to a log of their own, {@code audit.log} in the data directory, as JSON. */
public final class AuditLog implements AuditTrail {
    /** The name under which the log's configuration knows it. */
    public static final String NAME = "gleaner.audit";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    /** Lines that could not be written since the server's start; empty if all were. */
    public Optional<String> incomplete() {
        return LOG instanceof ch.qos.logback.classic.Logger log
                        && log.getAppender(AuditAppender.NAME) instanceof AuditAppender appender
                ? appender.incomplete()
                : Optional.empty();
    }

    @Override
    public void write(Line line) {
        LOG.atInfo()
                .addKeyValue("request", line.request())
                .addKeyValue("who", line.who())
                .addKeyValue("token", line.token())
                .addKeyValue("from", line.from())
                .addKeyValue("what", line.what())
                .addKeyValue("on", line.on())
                .addKeyValue("status", line.status())
                .log(line.status() < 400 ? "done" : "refused");
    }
}
