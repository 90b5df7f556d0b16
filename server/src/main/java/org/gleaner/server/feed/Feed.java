package org.gleaner.server.feed;

import java.time.Duration;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Token;
import org.gleaner.core.image.Audience;
import org.gleaner.core.image.PoolImage;
import org.gleaner.server.http.Outflow;
import org.jspecify.annotations.Nullable;

/**
 * One who follows the pool. It is told every image in order, or a snapshot where it begins and where the state was
 * loaded anew; one piece at a time, the next when the one before has left. Thread-safe.
 */
final class Feed {
    private static final long QUIET = Duration.ofSeconds(15).toNanos();

    /** Before the first snapshot. */
    static final long NOTHING = -1;

    /** Who is told of what a feed takes and when it is over. */
    interface Host {
        /** @return false if so much is under way to all of them that this has no room */
        boolean take(int bytes);

        void give(int bytes);

        void over(Feed feed);
    }

    private final Token token;
    private final Caller viewer;
    private final Audience audience;
    private final Outflow out;
    private final ImageRing ring;
    private final Host host;

    private long told;
    private boolean writing;
    private boolean ending;
    private boolean over;
    private long wrote = System.nanoTime();

    /** @param told the last image that it knows, or {@link #NOTHING} */
    Feed(Token token, Caller viewer, Outflow out, ImageRing ring, Host host, long told) {
        this.token = token;
        this.viewer = viewer;
        this.audience = Audience.of(viewer);
        this.out = out;
        this.ring = ring;
        this.host = host;
        this.told = told;
    }

    Token token() {
        return token;
    }

    /** Says something in any case, so that the caller sees that it is heard. */
    void begin() {
        if (told != NOTHING) {
            say(FeedWriter.COMMENT);
        }
        pump();
    }

    /** Tells what is new, unless it is still busy with what was told before. */
    void pump() {
        byte[] next = null;
        boolean late;
        boolean busy;
        synchronized (this) {
            if (over || ending) {
                return;
            }
            late = told != NOTHING && !ring.reaches(told);
            busy = writing;
            if (late) {
                ending = true;
            } else if (!busy) {
                next = next();
                writing = next != null;
            }
        }
        if (late) {
            letGo(busy);
        } else if (next != null) {
            send(next);
        }
    }

    /** It lags too far behind; when it comes again it gets a snapshot. */
    private void letGo(boolean busy) {
        if (busy) {
            // What is being told fails then, and with it the rest.
            out.cut();
        } else {
            lost();
        }
    }

    /** A comment, if nothing was told for long. */
    void keepAlive(long now) {
        boolean quiet;
        synchronized (this) {
            quiet = now - wrote > QUIET;
        }
        if (quiet) {
            say(FeedWriter.COMMENT);
        }
    }

    /** Says something that is no news, unless it is busy anyway. */
    void say(byte[] piece) {
        synchronized (this) {
            if (writing || over || ending) {
                return;
            }
            writing = true;
        }
        send(piece);
    }

    /** What to tell next; null: nothing. */
    private byte @Nullable [] next() {
        if (told == NOTHING) {
            return snapshot(ring.latest());
        }
        FeedFrame frame = ring.after(told);
        if (frame == null) {
            return null;
        }
        Optional<byte[]> change = frame.change(audience);
        if (change.isEmpty()) {
            return snapshot(frame.image());
        }
        told = frame.number();
        return change.get();
    }

    private byte[] snapshot(PoolImage image) {
        told = image.number();
        return ring.writer().snapshot(image, viewer);
    }

    private void send(byte[] piece) {
        if (!host.take(piece.length)) {
            lost();
            return;
        }
        out.write(
                piece,
                () -> {
                    host.give(piece.length);
                    sent();
                },
                () -> {
                    host.give(piece.length);
                    lost();
                });
    }

    private void sent() {
        boolean last;
        synchronized (this) {
            writing = false;
            wrote = System.nanoTime();
            last = ending;
        }
        if (last) {
            close();
        } else {
            pump();
        }
    }

    private void lost() {
        if (finish()) {
            out.fail();
            host.over(this);
        }
    }

    /** Ends it after what is being told. */
    void end() {
        boolean now;
        synchronized (this) {
            ending = true;
            now = !writing;
        }
        if (now) {
            close();
        }
    }

    private void close() {
        if (finish()) {
            out.end();
            host.over(this);
        }
    }

    private synchronized boolean finish() {
        boolean first = !over;
        over = true;
        return first;
    }
}
