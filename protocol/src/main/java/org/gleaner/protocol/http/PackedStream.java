package org.gleaner.protocol.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The gzip of another stream, made while it is read. */
public final class PackedStream extends InputStream {
    private final InputStream plain;
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();
    private final FastGzip gzip;
    private final byte[] piece = new byte[1 << 16];
    private byte[] ready = new byte[0];
    private int given;
    private boolean ended;

    public PackedStream(InputStream plain) throws IOException {
        this.plain = plain;
        this.gzip = new FastGzip(made);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (given == ready.length) {
            if (ended) {
                return -1;
            }
            more();
        }
        int count = Math.min(length, ready.length - given);
        System.arraycopy(ready, given, buffer, offset, count);
        given += count;
        return count;
    }

    private void more() throws IOException {
        int read = plain.read(piece);
        if (read < 0) {
            gzip.finish();
            ended = true;
        } else {
            gzip.write(piece, 0, read);
        }
        ready = made.toByteArray();
        given = 0;
        made.reset();
    }

    @Override
    public void close() throws IOException {
        ended = true;
        given = ready.length;
        gzip.close();
        plain.close();
    }
}
