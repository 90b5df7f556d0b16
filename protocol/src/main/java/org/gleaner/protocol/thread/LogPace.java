package org.gleaner.protocol.thread;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of a trouble that lasts go into the log: one when it begins, one about a new cause once a minute at most,
 * and one when it is over. One that comes and goes tells two lines a minute. Thread-safe.
 */
public final class LogPace {
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int MOST_CAUSES = 100;

    private final LongSupplier nanos;
    /** When the trouble began; null while there is none. */
    private @Nullable Long since;
    /** When something was told last; null: never. */
    private @Nullable Long told;

    /** The cause that was told of this trouble; null: none was. */
    private @Nullable String cause;

    /** When each cause was told that comes alone, the oldest first. */
    private final Map<String, Long> alone = new LinkedHashMap<>();

    public LogPace() {
        this(System::nanoTime);
    }

    public LogPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** It begins, or still lasts; whether to write that down. */
    public synchronized boolean lasts(String why) {
        long now = nanos.getAsLong();
        if (since == null) {
            since = now;
            cause = null;
        }
        String plain = plain(why);
        if (plain.equals(cause) || (told != null && now - told < PAUSE.toNanos())) {
            return false;
        }
        told = now;
        cause = plain;
        return true;
    }

    /** It is over; for how long it lasted, if that is to be written down. */
    public synchronized Optional<Duration> ends() {
        Long began = since;
        String known = cause;
        since = null;
        cause = null;
        return began == null || known == null
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.getAsLong() - began));
    }

    /** Of something that just happens again and again: whether to write it down for this cause now. */
    public synchronized boolean happens(String why) {
        long now = nanos.getAsLong();
        alone.values().removeIf(then -> now - then >= PAUSE.toNanos());
        return alone.size() < MOST_CAUSES && alone.putIfAbsent(plain(why), now) == null;
    }

    /** Without numbers: how long something takes, or which one it is about, is no other cause each time. */
    private static String plain(String why) {
        return why.replaceAll("[0-9]+", "#");
    }
}
