package org.gleaner.protocol.thread;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that one process at a time holds. The system gives it free when its holder ends, but a large process that was
 * killed needs a moment for that: whoever is started in its place waits for it.
 */
public final class ExclusiveFile {
    static final int TRIES = 50;
    static final int TRIES_WHILE_DYING = 600;
    private static final long PAUSE_MILLIS = 100;

    /** What Linux says of a lock that is held, not waited for; a process that can not be seen from here is 0. */
    private static final Pattern HELD = Pattern.compile("^[0-9]+: POSIX .* WRITE ([1-9][0-9]*) ");

    /** What it says of a process that has ended but for its traces, or to which the signal to die (9) was sent. */
    private static final Pattern DYING =
            Pattern.compile("(?m)^(State:\\s*[ZX]|(Sig|Shd)Pnd:\\s*[0-9a-f]*[13579bdf]..$)");

    /** Tries once to get the lock. */
    @FunctionalInterface
    interface Grip {
        boolean holds() throws IOException;
    }

    /** Whether whoever has it is about to end. */
    @FunctionalInterface
    interface Decline {
        boolean isSeen();
    }

    /** Waits a moment. */
    @FunctionalInterface
    interface Pause {
        void make() throws InterruptedException;
    }

    private ExclusiveFile() {}

    /**
     * Holds it as long as the channel is open; false if another process has it and keeps it for some seconds. One that
     * is dying is given a minute.
     */
    public static boolean take(Path file, FileChannel channel) throws IOException {
        try {
            return take(
                    () -> channel.tryLock() != null,
                    () -> isDying(holding(file)),
                    () -> TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS));
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

    /** " (process 1234)", which has it now; empty where the system does not tell. */
    public static String holder(Path file) {
        long process = holding(file);
        return process == 0 ? "" : " (process " + process + ")";
    }

    /** The process that has it now; 0 where the system does not tell. */
    private static long holding(Path file) {
        try {
            String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
            for (String lock : Files.readAllLines(Path.of("/proc/locks"))) {
                Matcher held = HELD.matcher(lock);
                if (lock.contains(inode) && held.find()) {
                    return Long.parseLong(held.group(1));
                }
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException otherSystem) {
            // Then nobody knows.
        }
        return 0;
    }

    /** Whether a process has been killed and is only being taken apart; false where the system does not tell. */
    static boolean isDying(long process) {
        try {
            return process != 0
                    && DYING.matcher(Files.readString(Path.of("/proc/" + process + "/status")))
                            .find();
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException otherSystem) {
            return false;
        }
    }

    static boolean take(Grip grip, Decline decline, Pause pause) throws IOException {
        try {
            for (int tries = 1; !grip.holds(); tries++) {
                if (tries >= TRIES && (tries >= TRIES_WHILE_DYING || !decline.isSeen())) {
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
