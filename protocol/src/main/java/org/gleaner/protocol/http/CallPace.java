package org.gleaner.protocol.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.gleaner.protocol.thread.Vigil;

/**
 * Gives up calls whose other side is there but hardly moves. The read timeout of the JDK only knows silence, so a byte
 * now and then would hold a call for ever. Only the time in which we wait for the other side counts: whoever takes an
 * answer may take it as slowly as they like. Thread-safe; each {@link Line} belongs to the thread that makes the call.
 */
final class CallPace {
    /** Less came or went than agreed. */
    static final class TooSlow extends IOException {
        private final transient CallTimeouts timeouts;

        TooSlow(CallTimeouts timeouts) {
            super("less than " + timeouts.slowest() + " bytes a second for " + timeouts.grace());
            this.timeouts = timeouts;
        }

        CallTimeouts timeouts() {
            return timeouts;
        }
    }

    /** Wakes somebody later. */
    @FunctionalInterface
    interface Alarm {
        /** Runs the call after that time, in a thread where it may block; what is returned prevents that. */
        Runnable set(Duration time, Runnable call);
    }

    /** A step of a call that waits for the other side. */
    @FunctionalInterface
    interface Step<T> {
        T take() throws IOException;
    }

    private final CallTimeouts timeouts;
    private final LongSupplier nanoTime;
    private final Alarm alarm;

    CallPace(CallTimeouts timeouts) {
        this(timeouts, System::nanoTime, Timer::set);
    }

    CallPace(CallTimeouts timeouts, LongSupplier nanoTime, Alarm alarm) {
        this.timeouts = timeouts;
        this.nanoTime = nanoTime;
        this.alarm = alarm;
    }

    CallTimeouts timeouts() {
        return timeouts;
    }

    Line watch(HttpURLConnection connection) {
        return new Line(connection);
    }

    /** One thread for all calls of this program, made with the first. */
    private static final class Timer {
        private static final ScheduledThreadPoolExecutor THREAD =
                new ScheduledThreadPoolExecutor(1, Vigil.daemon("slow calls"));

        static {
            THREAD.setRemoveOnCancelPolicy(true);
        }

        static Runnable set(Duration time, Runnable call) {
            // Closing a connection on which another thread writes may block, and must not hold up the other alarms.
            ScheduledFuture<?> set = THREAD.schedule(
                    () -> Vigil.daemon("slow call").newThread(call).start(), time.toNanos(), TimeUnit.NANOSECONDS);
            return () -> set.cancel(false);
        }
    }

    /** One call's connection. */
    final class Line {
        private final HttpURLConnection connection;
        private volatile boolean cut;

        private Line(HttpURLConnection connection) {
            this.connection = connection;
        }

        /** Takes a step before the body of the answer, and cuts the connection if that takes longer. */
        <T> T within(Duration most, Step<T> step) throws IOException {
            Runnable unset = alarm.set(most, this::cut);
            try {
                T taken = step.take();
                if (cut) {
                    throw new TooSlow(timeouts);
                }
                return taken;
            } catch (IOException | RuntimeException failed) {
                // In a connection that is cut under its hands the JDK also stumbles over nulls.
                if (cut) {
                    throw new TooSlow(timeouts);
                }
                throw failed;
            } finally {
                unset.run();
            }
        }

        private void cut() {
            cut = true;
            connection.disconnect();
        }

        /** What is written must be gone in time. */
        OutputStream paced(OutputStream out) {
            return new FilterOutputStream(out) {
                @Override
                public void write(int one) throws IOException {
                    write(new byte[] {(byte) one}, 0, 1);
                }

                @Override
                public void write(byte[] buffer, int offset, int length) throws IOException {
                    step(length, () -> out.write(buffer, offset, length));
                }

                @Override
                public void flush() throws IOException {
                    step(0, out::flush);
                }

                @Override
                public void close() throws IOException {
                    step(0, out::close);
                }
            };
        }

        private void step(long bytes, Write write) throws IOException {
            within(timeouts.most(bytes), () -> {
                write.run();
                return true;
            });
        }
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    /** What is read must come in time. */
    InputStream paced(InputStream in) {
        return new PacedInput(in);
    }

    private final class PacedInput extends FilterInputStream {
        /** Since the pace was looked at. */
        private long waited;

        private long come;

        PacedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            long begun = nanoTime.getAsLong();
            int read = in.read(buffer, offset, length);
            waited += nanoTime.getAsLong() - begun;
            come += Math.max(0, read);
            if (read >= 0 && waited >= timeouts.grace().toNanos()) {
                if (come < timeouts.least(Duration.ofNanos(waited))) {
                    throw new TooSlow(timeouts);
                }
                waited = 0;
                come = 0;
            }
            return read;
        }

        @Override
        public long skip(long n) throws IOException {
            return n <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(n, 1 << 13)]));
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
