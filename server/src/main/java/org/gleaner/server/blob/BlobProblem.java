package org.gleaner.server.blob;

import java.io.IOException;
import org.gleaner.core.id.BlobHash;
import org.jspecify.annotations.Nullable;

/** Why a blob could not be stored or read. */
public final class BlobProblem extends IOException {
    private static final long serialVersionUID = 1L;

    /** The cases that a caller answers differently. */
    public enum Kind {
        /** There is no such blob. */
        UNKNOWN,
        /** The offset is not where the blob or what arrived of it ends; {@link #received} tells where that is. */
        WRONG_OFFSET,
        /** What arrived is not the content of that name; it was thrown away. */
        HASH_MISMATCH,
        /** Another call has continued this upload, so this one must end. */
        TAKEN_OVER,
        /** The disk is full; what arrived was thrown away, and a later try may succeed. */
        NOT_STORED,
        /** The disk can't be used for another reason, which somebody has to look after; a later try may succeed. */
        UNUSABLE
    }

    /** What a content should have been and what it is. */
    public record Mismatch(BlobHash expected, BlobHash actual) {}

    private final Kind kind;
    private final long received;
    private final transient @Nullable Mismatch mismatch;

    BlobProblem(Kind kind, String message, long received) {
        super(message);
        this.kind = kind;
        this.received = received;
        this.mismatch = null;
    }

    BlobProblem(Mismatch mismatch, long received) {
        super("the content has the hash " + mismatch.actual());
        this.kind = Kind.HASH_MISMATCH;
        this.received = received;
        this.mismatch = mismatch;
    }

    BlobProblem(Kind kind, String message, IOException cause) {
        super(message, cause);
        this.kind = kind;
        this.received = 0;
        this.mismatch = null;
    }

    public Kind kind() {
        return kind;
    }

    /** Null unless that is what is wrong. */
    public @Nullable Mismatch mismatch() {
        return mismatch;
    }

    /** How many bytes are there. */
    public long received() {
        return received;
    }
}
