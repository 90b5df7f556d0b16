package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.Spans;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;

/**
 * Notices that an attempt gets nowhere any more. One that tells how far it is, by a file that it touches, moves as long
 * as it tells; any other as long as it uses the processor. Confined to the thread that samples.
 */
final class Stagnation {
    /** Who uses less than this part of a processor waits: a JVM that does nothing uses a tenth of that. */
    private static final int IDLE_PART = 100;

    private final Duration patience;
    private final Path sign;
    private long movedAt;
    private Duration cpu = Duration.ZERO;
    private @Nullable FileTime told;

    /** @param directory of the attempt */
    Stagnation(Duration patience, Path directory, long nanoTime) {
        this.patience = patience;
        this.sign = directory.resolve(Start.PROGRESS);
        this.movedAt = nanoTime;
    }

    /** Why it is to be ended; null as long as it moves, or has not stood still for long enough. */
    @Nullable
    Exceeded look(Duration used, long nanoTime) {
        FileTime tells = tells();
        // What has ended is not counted any more: then it uses less than before, and moves.
        boolean works = used.minus(cpu).abs().compareTo(patience.dividedBy(IDLE_PART)) >= 0;
        if (tells == null ? works : !tells.equals(told)) {
            told = tells;
            cpu = used;
            movedAt = nanoTime;
        }
        return nanoTime - movedAt < patience.toNanos()
                ? null
                : new Exceeded(
                        Outcome.TIMED_OUT,
                        "it made no progress for " + Spans.text(patience)
                                + (tells == null ? ": it hardly used the processor" : ": it reported none"));
    }

    /** It stands still because it was told to. */
    void rest(long nanoTime) {
        movedAt = nanoTime;
    }

    private @Nullable FileTime tells() {
        try {
            return Files.getLastModifiedTime(sign, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException none) {
            return null;
        }
    }
}
