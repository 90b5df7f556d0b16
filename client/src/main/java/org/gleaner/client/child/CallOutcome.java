package org.gleaner.client.child;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What became of one call. Immutable; the bytes belong to whoever made it and are not changed. */
public final class CallOutcome {
    /** The names are in files. */
    public enum Kind {
        /** The bytes are the result, serialised. */
        VALUE,
        /** The bytes are what it threw, serialised. */
        THREW,
        /** It threw what can't be serialised; the bytes are a text. */
        THREW_UNSENDABLE,
        /** It returned what can't be serialised; the bytes are a text. */
        RETURNED_UNSENDABLE,
        /** It could not be read, so it did not run; the bytes are a text. */
        UNREADABLE,
        /** It ended the JVM; the bytes are a text that says where. */
        EXITED,
        /** A call before it ended the JVM. */
        NOT_RUN
    }

    private final Kind kind;
    private final long nanos;
    private final byte[] bytes;

    /** @param nanos how long it ran */
    public CallOutcome(Kind kind, long nanos, byte[] bytes) {
        this.kind = kind;
        this.nanos = nanos;
        this.bytes = bytes;
    }

    static CallOutcome text(Kind kind, long nanos, String text) {
        return new CallOutcome(kind, nanos, text.getBytes(UTF_8));
    }

    /** The same, which ran no longer than that, whatever its machine says. */
    public CallOutcome within(long mostNanos) {
        return new CallOutcome(kind, Math.max(0, Math.min(nanos, mostNanos)), bytes);
    }

    public Kind kind() {
        return kind;
    }

    public long nanos() {
        return nanos;
    }

    public byte[] bytes() {
        return bytes;
    }

    public String text() {
        return new String(bytes, UTF_8);
    }
}
