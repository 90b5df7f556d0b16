package org.gleaner.server.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.LogPiece;
import org.jspecify.annotations.Nullable;

/**
 * Who looks at what, and the last that it printed. Nothing of it is kept: whoever looks asks again every second or so,
 * and an attempt that nobody asked for is forgotten. Thread-safe.
 */
public final class LiveLogs {
    private static final int MOST = 200;
    private static final long LEASE = Duration.ofSeconds(15).toNanos();
    /** A node that was not heard for so long does not know, or has forgotten, that somebody looks. */
    private static final long SILENCE = Duration.ofSeconds(4).toNanos();

    private static final class Watched {
        private final Tape stdout = new Tape();
        private final Tape stderr = new Tape();
        private long asked;
        private @Nullable Long heard;
        private @Nullable Long nudged;
    }

    /** What there is to see, and whether the node must be told first. */
    public record View(LogPiece stdout, LogPiece stderr, boolean tellNode) {}

    private final LongSupplier nanoTime;
    private final Map<AttemptId, Watched> watched = new LinkedHashMap<>();

    public LiveLogs(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** What an attempt printed from these offsets on; from now on it counts as watched for a while. */
    public synchronized View look(AttemptId attempt, long stdout, long stderr) {
        long now = nanoTime.getAsLong();
        watched.values().removeIf(one -> now - one.asked > LEASE);
        Watched one = watched.get(attempt);
        if (one == null) {
            if (watched.size() >= MOST) {
                return new View(new LogPiece(stdout, ""), new LogPiece(stderr, ""), false);
            }
            one = new Watched();
            watched.put(attempt, one);
        }
        one.asked = now;
        boolean tell = isSilent(one, now) && (one.nudged == null || now - one.nudged > SILENCE);
        if (tell) {
            one.nudged = now;
        }
        return new View(
                LogPiece.of(stdout, one.stdout.from(stdout)), LogPiece.of(stderr, one.stderr.from(stderr)), tell);
    }

    /** Of these the ones that are watched and not shown. */
    public synchronized List<AttemptId> unshown(Collection<AttemptId> held) {
        long now = nanoTime.getAsLong();
        List<AttemptId> unshown = new ArrayList<>();
        for (AttemptId attempt : held) {
            Watched one = watched.get(attempt);
            if (one != null && now - one.asked <= LEASE && isSilent(one, now)) {
                unshown.add(attempt);
            }
        }
        return unshown;
    }

    /** Takes what a node shows and says from where it shall go on. */
    public synchronized LogAnswer hear(AttemptId attempt, LogCall call) {
        long now = nanoTime.getAsLong();
        Watched one = watched.get(attempt);
        if (one == null || now - one.asked > LEASE) {
            return new LogAnswer(false, 0, 0);
        }
        one.heard = now;
        one.stdout.append(call.stdout().offset(), call.stdout().bytes());
        one.stderr.append(call.stderr().offset(), call.stderr().bytes());
        return new LogAnswer(true, one.stdout.end(), one.stderr.end());
    }

    private static boolean isSilent(Watched one, long now) {
        return one.heard == null || now - one.heard > SILENCE;
    }
}
