package org.gleaner.protocol.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A limit on how fast files travel, shared by all streams that went through {@link #slow}, both ways together. Wrap
 * what goes over the network, so behind any compression. Small calls are not slowed: a heartbeat must not wait behind
 * a file. Thread-safe.
 */
public final class Bandwidth {
    public static final Bandwidth UNLIMITED = new Bandwidth(Long.MAX_VALUE, System::nanoTime, nanos -> {});

    private static final int LARGEST_PIECE = 1 << 16;
    private static final int SMALLEST_PIECE = 1 << 10;
    /** What may pass at once after a pause, so that the average is right although timers are coarse. */
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long bytesPerSecond;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private long free;
    private boolean used;

    /** Waits. */
    @FunctionalInterface
    public interface Pause {
        void nanos(long nanos) throws InterruptedException;
    }

    public Bandwidth(long bytesPerSecond, LongSupplier nanoTime, Pause pause) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("a bandwidth is at least one byte per second");
        }
        this.bytesPerSecond = bytesPerSecond;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    public static Bandwidth perSecond(long bytes) {
        return new Bandwidth(bytes, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    public InputStream slow(InputStream in) {
        return isUnlimited() ? in : new SlowInput(in);
    }

    public OutputStream slow(OutputStream out) {
        return isUnlimited() ? out : new SlowOutput(out);
    }

    private boolean isUnlimited() {
        return bytesPerSecond == Long.MAX_VALUE;
    }

    /** A tenth of a second's worth, so that a slow transfer still moves all the time. */
    private int piece() {
        return (int) Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, bytesPerSecond / 10));
    }

    /** Takes so many bytes of the common bucket and waits until they may pass. */
    private void take(int bytes) throws InterruptedIOException {
        long wait;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (!used || free - (now - BURST_NANOS) < 0) {
                free = now - BURST_NANOS;
                used = true;
            }
            free += (long) (bytes * 1e9 / bytesPerSecond);
            wait = free - now;
        }
        if (wait > 0) {
            try {
                pause.nanos(wait);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the transfer was interrupted");
            }
        }
    }

    private final class SlowInput extends FilterInputStream {
        SlowInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            take(1);
            return super.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, Math.min(length, piece()));
            if (read > 0) {
                take(read);
            }
            return read;
        }
    }

    private final class SlowOutput extends FilterOutputStream {
        SlowOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            take(1);
            out.write(one);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                int next = Math.min(length - done, piece());
                take(next);
                out.write(buffer, offset + done, next);
                done += next;
            }
        }
    }
}
