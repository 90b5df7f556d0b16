package org.gleaner.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Writes the audit log. Unlike the library's own appender it knows what it could not write, as on a full disk: that is
 * counted, told in the log itself once it can be written again, and leaves no half line. Thread-safe.
 */
public final class AuditAppender extends AppenderBase<ILoggingEvent> {
    /** The name under which the log's configuration knows it. */
    static final String NAME = "AUDIT";

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(AuditAppender.class);
    private static final long LARGEST = 10L << 20;
    /** That are kept beside the one that is written. */
    static final int FILES = 10;

    private @Nullable Path file;
    private @Nullable Encoder<ILoggingEvent> encoder;
    /** Whether the file may end within a line, as after a crash. */
    private boolean unsure = true;
    /** Lines that are missing and that the log does not tell of yet. */
    private long untold;

    private @Nullable Instant untoldSince;
    private volatile @Nullable String incomplete;
    private long missing;
    private @Nullable Instant since;

    public void setFile(String name) {
        file = Path.of(name);
    }

    public void setEncoder(Encoder<ILoggingEvent> used) {
        encoder = used;
    }

    /** What is missing since the server's start; empty if nothing is. */
    Optional<String> incomplete() {
        return Optional.ofNullable(incomplete);
    }

    @Override
    protected void append(ILoggingEvent event) {
        Encoder<ILoggingEvent> lines = Objects.requireNonNull(encoder);
        try {
            if (untold > 0) {
                write(lines.encode(gap()));
                untold = 0;
                untoldSince = null;
            }
            write(lines.encode(event));
        } catch (IOException failed) {
            lost(failed);
        }
    }

    @Override
    public synchronized void stop() {
        if (isStarted() && untold > 0) {
            try {
                write(Objects.requireNonNull(encoder).encode(gap()));
                untold = 0;
            } catch (IOException failed) {
                addError("the audit log is missing lines, and that could not be noted", failed);
            }
        }
        super.stop();
    }

    private void lost(IOException why) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        since = since == null ? now : since;
        untoldSince = untoldSince == null ? now : untoldSince;
        untold++;
        missing++;
        incomplete = lines(missing) + " since " + since;
        if (untold == 1) {
            LOG.error("could not write a change to the audit log: {}", SystemWords.of(why));
        }
    }

    private static String lines(long count) {
        return count == 1 ? "1 line is missing" : count + " lines are missing";
    }

    private ILoggingEvent gap() {
        Logger logger = ((LoggerContext) getContext()).getLogger(AuditLog.NAME);
        String text = lines(untold) + " since " + untoldSince + " that could not be written";
        return new LoggingEvent(AuditAppender.class.getName(), logger, Level.WARN, text, null, null);
    }

    private void write(byte[] line) throws IOException {
        Path target = Objects.requireNonNull(file);
        roll(target);
        if (!Files.exists(target)) {
            OwnerOnly.file(target);
        }
        try (RandomAccessFile out = new RandomAccessFile(target.toFile(), "rw")) {
            long end = out.length();
            boolean torn = unsure && end > 0 && lastByte(out, end) != '\n';
            unsure = true;
            out.seek(end);
            try {
                if (torn) {
                    out.write('\n');
                }
                out.write(line);
            } catch (IOException full) {
                cut(out, end, full);
                throw full;
            }
            unsure = false;
        }
    }

    private static void cut(RandomAccessFile file, long end, IOException why) {
        try {
            file.setLength(end);
        } catch (IOException torn) {
            // Then the next line begins on a new one.
            why.addSuppressed(torn);
        }
    }

    private static int lastByte(RandomAccessFile file, long end) throws IOException {
        file.seek(end - 1);
        return file.read();
    }

    /** Begins a new file when this one is large, and keeps the last ones. */
    private void roll(Path target) {
        try {
            if (!Files.isRegularFile(target) || Files.size(target) < LARGEST) {
                return;
            }
            for (int number = FILES - 1; number >= 0; number--) {
                Path from = number == 0 ? target : rolled(target, number);
                if (Files.exists(from)) {
                    Files.move(from, rolled(target, number + 1), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException stays) {
            // A larger file is better than a line less.
            addError("the audit log can't be rolled over", stays);
        }
    }

    static Path rolled(Path target, int number) {
        return target.resolveSibling(target.getFileName() + "." + number);
    }
}
