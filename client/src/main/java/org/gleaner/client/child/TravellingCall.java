package org.gleaner.client.child;

/** A call as it travels. Immutable; nobody changes the bytes. */
public final class TravellingCall {
    private final CallKey key;
    private final byte[] bytes;

    public TravellingCall(CallKey key, byte[] bytes) {
        this.key = key;
        this.bytes = bytes;
    }

    CallKey key() {
        return key;
    }

    byte[] bytes() {
        return bytes;
    }
}
