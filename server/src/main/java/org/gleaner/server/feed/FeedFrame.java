package org.gleaner.server.feed;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.image.Audience;
import org.gleaner.core.image.PoolImage;
import org.jspecify.annotations.Nullable;

/** One image as it is told. Its bytes are made once per audience, when its first reader wants them. Thread-safe. */
final class FeedFrame {
    private final PoolImage image;
    private final FeedWriter writer;
    private volatile @Nullable ConcurrentHashMap<Audience, Optional<byte[]>> made = new ConcurrentHashMap<>();
    private volatile @Nullable ConcurrentHashMap<AttemptId, String> keys = new ConcurrentHashMap<>();

    FeedFrame(PoolImage image, FeedWriter writer) {
        this.image = image;
        this.writer = writer;
    }

    long number() {
        return image.number();
    }

    PoolImage image() {
        return image;
    }

    /** What these are told who know the image before; nothing: they need a snapshot of this one. */
    Optional<byte[]> change(Audience audience) {
        ConcurrentHashMap<Audience, Optional<byte[]>> kept = made;
        return kept == null ? make(audience) : kept.computeIfAbsent(audience, this::make);
    }

    private Optional<byte[]> make(Audience audience) {
        return image.changeFor(audience, this::key).map(writer::change);
    }

    private String key(AttemptId attempt) {
        ConcurrentHashMap<AttemptId, String> kept = keys;
        return kept == null ? writer.key(attempt) : kept.computeIfAbsent(attempt, writer::key);
    }

    /** Keeps no bytes any more. */
    void drop() {
        made = null;
        keys = null;
    }
}
