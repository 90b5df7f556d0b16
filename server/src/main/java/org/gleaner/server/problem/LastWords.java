package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads what a process prints, whatever it is, and keeps the end of it. What is printed without end is read with pauses
 * in between, so that it takes hardly anything of the server's processors. Thread-safe.
 */
final class LastWords {
    private static final int KEPT = 4_000;
    private static final long PATIENCE_MILLIS = 2_000;

    /** As much as a pipe holds: a process that prints less never waits. */
    private static final int BETWEEN_PAUSES = 64 << 10;

    private static final long PAUSE_MILLIS = 10;

    /** Lets a moment go by. */
    interface Pause {
        void pass() throws InterruptedException;
    }

    private final byte[] kept = new byte[KEPT];
    private long seen;
    private final Thread reader;
    private final Pause pause;

    private LastWords(InputStream from, Pause pause) {
        this.pause = pause;
        this.reader = new Thread(() -> read(from), "problem-said");
        reader.setDaemon(true);
    }

    static LastWords of(InputStream from) {
        return of(from, () -> Thread.sleep(PAUSE_MILLIS));
    }

    static LastWords of(InputStream from, Pause pause) {
        LastWords words = new LastWords(from, pause);
        words.reader.start();
        return words;
    }

    private void read(InputStream from) {
        byte[] buffer = new byte[KEPT];
        int unpaused = 0;
        try (from) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                add(buffer, read);
                unpaused += read;
                if (unpaused >= BETWEEN_PAUSES) {
                    unpaused = 0;
                    pause.pass();
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (IOException closed) {
            // The process is gone, and what it said until then is here.
            return;
        }
    }

    private synchronized void add(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            kept[(int) (seen++ % KEPT)] = bytes[i];
        }
    }

    /** What was printed last, when the process has ended. */
    String text() {
        end();
        synchronized (this) {
            int length = (int) Math.min(seen, KEPT);
            byte[] ordered = new byte[length];
            for (int i = 0; i < length; i++) {
                ordered[i] = kept[(int) ((seen - length + i) % KEPT)];
            }
            return new String(ordered, UTF_8).strip();
        }
    }

    void end() {
        try {
            reader.join(PATIENCE_MILLIS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
