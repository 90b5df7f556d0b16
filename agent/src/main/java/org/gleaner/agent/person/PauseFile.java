package org.gleaner.agent.person;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.Durable;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wish that no work is done, as a file in the agent's directory, so that it outlives the agent and needs no
 * connection to it. Whoever may write there may pause. Thread-safe.
 */
public final class PauseFile {
    private static final Logger LOG = LoggerFactory.getLogger(PauseFile.class);
    private static final String FOR_EVER = "until resumed";
    private static final int LONGEST = 100;
    /** How long a pause lasts whose end can't be read. */
    private static final Duration GUESSED = Duration.ofHours(1);

    private final Path file;
    private volatile boolean told;

    public PauseFile(Path directory) {
        this.file = AgentDirectory.pause(directory);
    }

    /** A pause; {@code until} is null if only somebody ends it. */
    public record Pause(@Nullable Instant until) {
        LocalDateTime local(LocalDateTime otherwise) {
            return until == null ? otherwise : LocalDateTime.ofInstant(until, ZoneId.systemDefault());
        }
    }

    /**
     * The pause that lasts; null if there is none. What is no time is a pause without an end: somebody wanted it. One
     * that can't be read is believed for an hour, as somebody wanted it, and nobody knows for how long.
     */
    public @Nullable Pause read(Instant now) {
        String text;
        try {
            if (Files.isRegularFile(file) && Files.size(file) > LONGEST) {
                return new Pause(null);
            }
            text = Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException none) {
            told = false;
            return null;
        } catch (IOException unreadable) {
            return guessed(now, unreadable);
        }
        try {
            Instant until = Instant.parse(text);
            return until.isAfter(now) ? new Pause(until) : null;
        } catch (DateTimeException forEver) {
            return new Pause(null);
        }
    }

    private @Nullable Pause guessed(Instant now, IOException unreadable) {
        if (!told) {
            told = true;
            LOG.warn(
                    "can't read a pause, so it ends after {}; delete the file {} to end it now: {}",
                    Spans.text(GUESSED),
                    file,
                    unreadable.toString());
        }
        try {
            Instant until = Files.getLastModifiedTime(file).toInstant().plus(GUESSED);
            return until.isAfter(now) ? new Pause(until) : null;
        } catch (IOException gone) {
            return null;
        }
    }

    /** Pauses for so long, or until it is resumed. */
    public Pause pause(@Nullable Duration span, Instant now) throws IOException {
        Instant until = span == null ? null : now.plus(span);
        Durable.writeForOwner(file, (until == null ? FOR_EVER : until.toString()) + "\n");
        return new Pause(until);
    }

    /** Returns whether there was a pause to end. */
    public boolean resume() throws IOException {
        return Files.deleteIfExists(file);
    }
}
