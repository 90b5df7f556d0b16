package org.gleaner.protocol.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that may not be longer than agreed; reading further is a {@link TooLarge}. */
public final class LimitedStream extends FilterInputStream {
    /** The body goes on beyond the limit. */
    public static final class TooLarge extends IOException {
        private final long limit;

        TooLarge(long limit) {
            super("the body is longer than " + limit + " bytes");
            this.limit = limit;
        }

        public long limit() {
            return limit;
        }
    }

    private final long limit;
    private long taken;

    public LimitedStream(InputStream body, long limit) {
        super(body);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int one = in.read();
        if (one >= 0) {
            count(1);
        }
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = in.read(buffer, offset, length);
        if (read > 0) {
            count(read);
        }
        return read;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = in.skip(n);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long bytes) throws TooLarge {
        taken += bytes;
        if (taken > limit) {
            throw new TooLarge(limit);
        }
    }
}
