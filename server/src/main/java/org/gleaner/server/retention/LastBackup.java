package org.gleaner.server.retention;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When somebody last fetched a whole backup, also over restarts. Thread-safe. */
public final class LastBackup {
    private static final Logger LOG = LoggerFactory.getLogger(LastBackup.class);
    private static final String FILE = "backed-up";

    private final Path file;
    private final InstantSource clock;
    private volatile @Nullable Instant at;

    public LastBackup(Path data, InstantSource clock) {
        this.file = data.resolve(FILE);
        this.clock = clock;
        this.at = read(file);
    }

    private static @Nullable Instant read(Path file) {
        try {
            return Instant.parse(Files.readString(file, UTF_8).strip());
        } catch (IOException | DateTimeException unknown) {
            // Then the next backup will tell.
            return null;
        }
    }

    void note() {
        Instant now = clock.instant();
        at = now;
        try {
            OwnerOnly.write(file, now + "\n");
        } catch (IOException full) {
            LOG.debug("could not save when the backup was made", full);
        }
    }

    /** In seconds; NaN if nobody knows. */
    public double age() {
        Instant last = at;
        return last == null
                ? Double.NaN
                : Math.max(0, Duration.between(last, clock.instant()).toSeconds());
    }
}
