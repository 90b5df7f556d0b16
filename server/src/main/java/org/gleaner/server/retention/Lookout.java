package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.message.Health.Warning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each warning to the log when it begins and when it is over, as nobody asks for the server's health at night.
 * Confined to one caller at a time.
 */
public final class Lookout {
    private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Warnings warnings;
    private final MissingFiles files;
    private final Map<String, Warning> told = new LinkedHashMap<>();

    public Lookout(Warnings warnings, MissingFiles files) {
        this.warnings = warnings;
        this.files = files;
    }

    void look() throws IOException, StoreException {
        try {
            files.look(BUDGET);
        } finally {
            tell();
        }
    }

    /** All of them, though it may take a while; empty if none is missing. Thread-safe. */
    Optional<String> lookForFiles() throws IOException, StoreException {
        files.look(LONG);
        return files.told();
    }

    private void tell() {
        Map<String, Warning> now = new LinkedHashMap<>();
        // Whoever keeps the clock tells of it already.
        warnings.now().stream()
                .filter(one -> !one.code().equals(Warnings.CLOCK))
                .forEach(one -> now.put(one.code(), one));
        for (Warning one : now.values()) {
            if (!told.containsKey(one.code())) {
                LOG.atWarn().addKeyValue("warning", one.code()).log("{}. {}", one.what(), one.remedy());
            }
        }
        for (String code : told.keySet()) {
            if (!now.containsKey(code)) {
                LOG.atInfo().addKeyValue("warning", code).log("this warning is over");
            }
        }
        told.clear();
        told.putAll(now);
    }
}
