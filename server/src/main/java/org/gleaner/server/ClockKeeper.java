package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.disk.OwnerOnly;
import org.gleaner.server.loop.LoopClock;
import org.gleaner.server.loop.ServerClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's clock, and what it last showed in a file of the data directory, so that a machine that lost its
 * time while it was off does not date results to long ago. Thread-safe.
 */
final class ClockKeeper implements AutoCloseable {
    static final String FILE = "clock";

    private static final Logger LOG = LoggerFactory.getLogger(ClockKeeper.class);
    /** What is in the file is believed between these; beyond them some sums have no result. */
    private static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final Duration EVERY = Duration.ofMinutes(1);

    /** Tokens that expired and deadlines that were missed want an explanation next morning. */
    private static final Duration FAR = Duration.ofMinutes(10);

    private final Path file;
    private final LoopClock clock;
    private final Vigil vigil;
    private String told = "";
    private Duration leap;

    private ClockKeeper(Path file, LoopClock clock) {
        this.file = file;
        this.clock = clock;
        this.leap = clock.leap();
        this.vigil = new Vigil(
                Vigil.daemon("clock"),
                this::round,
                (failures, bug) -> LOG.atError().setCause(bug).log("could not read the clock"));
    }

    /** To be called by whoever holds the directory. */
    static ClockKeeper open(Path data) throws IOException {
        ClockKeeper keeper = open(data, InstantSource.system(), System::nanoTime);
        keeper.vigil.start();
        return keeper;
    }

    /** One that nobody looks at once a minute. */
    static ClockKeeper open(Path data, InstantSource wall, LongSupplier nanos) throws IOException {
        Path file = data.resolve(FILE);
        ClockKeeper keeper = new ClockKeeper(file, new LoopClock(wall, nanos, last(file)));
        keeper.note();
        return keeper;
    }

    private static @Nullable Instant last(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; remove it");
        }
        try {
            Instant shown = Instant.parse(Files.readString(file, UTF_8).strip());
            if (shown.isBefore(EARLIEST) || shown.isAfter(LATEST)) {
                throw new DateTimeException("no clock shows " + shown);
            }
            return shown;
        } catch (NoSuchFileException first) {
            return null;
        } catch (DateTimeException | CharacterCodingException damaged) {
            LOG.atWarn().addKeyValue("file", file).log("ignored an implausible time in this file");
            return null;
        }
    }

    ServerClock clock() {
        return clock;
    }

    private void round() throws InterruptedException {
        Thread.sleep(EVERY.toMillis());
        note();
    }

    synchronized void note() {
        tellDoubt();
        tellLeap();
        try {
            OwnerOnly.write(file, clock.instant() + "\n");
        } catch (IOException full) {
            // What it showed before does nearly as well; the disk's own trouble is told elsewhere.
            LOG.debug("could not save the time", full);
        }
    }

    private void tellDoubt() {
        String doubt = clock.doubt().orElse("");
        if (!doubt.isEmpty() && told.isEmpty()) {
            LOG.warn("clock: {}", doubt);
        } else if (doubt.isEmpty() && !told.isEmpty()) {
            LOG.info("the clock is trusted again");
        }
        told = doubt;
    }

    private void tellLeap() {
        Duration before = leap;
        leap = clock.leap();
        Duration more = leap.minus(before);
        // A jump that is in doubt has been told with its consequences.
        if (more.compareTo(FAR) >= 0 && told.isEmpty()) {
            LOG.info("the clock jumped ahead by {}, or the machine slept", Spans.text(more));
        }
    }

    @Override
    public void close() {
        vigil.close();
        note();
    }
}
