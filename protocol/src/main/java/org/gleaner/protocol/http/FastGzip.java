package org.gleaner.protocol.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Gzip (RFC 1952) at its fastest: on a network of today anything slower would be what a file waits for. The JDK's own
 * stream knows one speed only. The stream below is never closed.
 */
final class FastGzip extends OutputStream {
    /** Deflated, without name and time, at the fastest, by an unknown system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};

    private final OutputStream out;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final DeflaterOutputStream deflating;
    private final CRC32 checksum = new CRC32();

    FastGzip(OutputStream out) throws IOException {
        this.out = out;
        this.deflating = new DeflaterOutputStream(out, deflater, 1 << 16);
        out.write(HEADER);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        deflating.write(bytes, offset, length);
        checksum.update(bytes, offset, length);
    }

    /** Writes what is left, and the end. */
    void finish() throws IOException {
        deflating.finish();
        // Both are meant to lose their upper halves.
        ByteBuffer trailer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        trailer.putInt((int) checksum.getValue()).putInt((int) deflater.getBytesRead());
        out.write(trailer.array());
    }

    /** Gives its memory back; what was not finished stays so. */
    @Override
    public void close() {
        deflater.end();
    }
}
