package org.gleaner.agent.person;

import java.io.ByteArrayOutputStream;

/** Bytes of a request to an X server, least significant first, in units of four. */
final class XMessage {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    XMessage one(int value) {
        out.write(value);
        return this;
    }

    XMessage two(int value) {
        return one(value).one(value >> 8);
    }

    XMessage four(int value) {
        return two(value).two(value >> 16);
    }

    XMessage padded(byte[] bytes) {
        out.writeBytes(bytes);
        out.writeBytes(new byte[-bytes.length & 3]);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
