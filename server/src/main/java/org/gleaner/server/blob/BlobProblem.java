package org.gleaner.server.blob;

import java.io.IOException;

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
        /** It is larger than a blob may be; it was thrown away. */
        TOO_LARGE,
        /** Another call has continued this upload, so this one must end. */
        TAKEN_OVER,
        /** The disk is full or fails; what arrived was thrown away, and a later try may succeed. */
        NOT_STORED
    }

    private final Kind kind;
    private final long received;

    BlobProblem(Kind kind, String message, long received) {
        super(message);
        this.kind = kind;
        this.received = received;
    }

    BlobProblem(String message, IOException cause) {
        super(message, cause);
        this.kind = Kind.NOT_STORED;
        this.received = 0;
    }

    public Kind kind() {
        return kind;
    }

    /** How many bytes are there. */
    public long received() {
        return received;
    }
}
