package org.gleaner.server.feed;

import java.util.ArrayDeque;
import org.gleaner.core.image.PoolImage;
import org.jspecify.annotations.Nullable;

/** The last images that the loop published, for those who lag a little. Thread-safe. */
final class ImageRing {
    static final int MOST = 64;

    /** Bytes are kept of so many: hardly anybody lags further, and for them they are made once more. */
    private static final int KEPT = 2;

    private final FeedWriter writer;
    private final ArrayDeque<FeedFrame> frames = new ArrayDeque<>();
    private PoolImage latest = PoolImage.NONE;

    ImageRing(FeedWriter writer) {
        this.writer = writer;
    }

    /** @return whether it tells anything new to those who follow */
    synchronized boolean add(PoolImage image) {
        boolean fresh = image.number() != latest.number();
        latest = image;
        if (fresh) {
            if (frames.size() == MOST) {
                frames.removeFirst();
            }
            frames.addLast(new FeedFrame(image, writer));
            int index = frames.size();
            for (FeedFrame frame : frames) {
                if (index-- == KEPT + 1) {
                    frame.drop();
                }
            }
        }
        return fresh;
    }

    FeedWriter writer() {
        return writer;
    }

    synchronized PoolImage latest() {
        return latest;
    }

    /** Whether all is here that came after this number. */
    synchronized boolean reaches(long number) {
        FeedFrame first = frames.peekFirst();
        return number <= latest.number()
                && (number == latest.number() || (first != null && number >= first.number() - 1));
    }

    /** The one after this number; null: there is none yet, or it is no longer here. */
    synchronized @Nullable FeedFrame after(long number) {
        for (FeedFrame frame : frames) {
            if (frame.number() == number + 1) {
                return frame;
            }
        }
        return null;
    }
}
