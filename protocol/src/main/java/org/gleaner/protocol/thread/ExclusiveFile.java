package org.gleaner.protocol.thread;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.util.concurrent.TimeUnit;

/**
 * A file that one process at a time holds. The system gives it free when its holder ends, but a large process that was
 * killed needs a moment for that: whoever is started in its place waits for it.
 */
public final class ExclusiveFile {
    static final int TRIES = 50;
    private static final long PAUSE_MILLIS = 100;

    /** Tries once to get the lock. */
    @FunctionalInterface
    interface Grip {
        boolean holds() throws IOException;
    }

    /** Waits a moment. */
    @FunctionalInterface
    interface Pause {
        void make() throws InterruptedException;
    }

    private ExclusiveFile() {}

    /** Holds it as long as the channel is open; false if another process has it and keeps it for some seconds. */
    public static boolean take(FileChannel channel) throws IOException {
        try {
            return take(() -> channel.tryLock() != null, () -> TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS));
        } catch (OverlappingFileLockException ownProcess) {
            // This one does not die while it asks.
            return false;
        }
    }

    /** The same without waiting. */
    public static boolean takeNow(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ownProcess) {
            return false;
        }
    }

    static boolean take(Grip grip, Pause pause) throws IOException {
        try {
            for (int tries = 1; !grip.holds(); tries++) {
                if (tries == TRIES) {
                    return false;
                }
                pause.make();
            }
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
