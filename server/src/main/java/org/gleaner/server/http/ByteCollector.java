package org.gleaner.server.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Collects a body that is small enough to be in memory. */
final class ByteCollector implements BodySink {
    private final Exchange.Body then;
    private final Exchange exchange;
    private byte[] bytes;
    private int size;

    ByteCollector(Exchange.Body then, Exchange exchange, int expected) {
        this.then = then;
        this.exchange = exchange;
        this.bytes = new byte[expected];
    }

    @Override
    public void take(ByteBuffer piece) {
        int more = piece.remaining();
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
        piece.get(bytes, size, more);
        size += more;
    }

    @Override
    public void end() {
        byte[] all = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        exchange.attempt(() -> then.take(all));
    }

    @Override
    public void broken() {
        bytes = new byte[0];
    }
}
