package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/** Reads what a process prints, whatever it is, and keeps the end of it. Thread-safe. */
final class LastWords {
    private static final int KEPT = 4_000;
    private static final long PATIENCE_MILLIS = 2_000;

    private final byte[] kept = new byte[KEPT];
    private long seen;
    private final Thread reader;

    private LastWords(InputStream from) {
        this.reader = new Thread(() -> read(from), "problem-said");
        reader.setDaemon(true);
    }

    static LastWords of(InputStream from) {
        LastWords words = new LastWords(from);
        words.reader.start();
        return words;
    }

    private void read(InputStream from) {
        byte[] buffer = new byte[KEPT];
        try (from) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                add(buffer, read);
            }
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
