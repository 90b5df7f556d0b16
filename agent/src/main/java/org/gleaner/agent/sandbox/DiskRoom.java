package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.job.MemorySize;

/** The disk that the agent works on, of which it leaves a reserve to everybody else. Thread-safe. */
public final class DiskRoom {
    private static final long MOST_RESERVE = 1L << 30;
    private static final int SHARE = 20;
    /** With less than this a program that writes anything fails, whoever filled the disk. */
    private static final MemorySize NOTHING = new MemorySize(4 << 20);
    /** In the words of Linux, macOS and Windows; Java has none of its own for it. */
    private static final List<String> FULL =
            List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");

    /** How long a disk that was full counts as full, so that one which is filled and emptied again is left alone. */
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final Path place;
    private final MemorySize reserve;
    private volatile int slots = 1;
    private volatile long quietAt = System.nanoTime();
    private volatile Runnable whenFull = () -> {};

    public DiskRoom(Path place) throws IOException {
        this.place = place;
        this.reserve =
                new MemorySize(Math.min(MOST_RESERVE, Files.getFileStore(place).getTotalSpace() / SHARE));
    }

    /** What could be given to tasks now. */
    public MemorySize free() {
        return available().minus(reserve);
    }

    /** Tells how many tasks of one core share it. */
    public void divideAmong(int all) {
        slots = Math.max(1, all);
    }

    /**
     * What a task of so many cores may fill of it if it declared nothing. It reaches a little into the reserve, so that
     * a task which meets an almost full disk is not the one that filled it; where it is low already, nobody is.
     */
    public MemorySize share(int cores) {
        MemorySize available = available();
        long free = available.bytes() - reserve.bytes() / 4 * 3;
        return isLow(available)
                ? new MemorySize(Long.MAX_VALUE)
                : new MemorySize(free / slots * Math.min(cores, slots));
    }

    /** Whether files of this many bytes, which are still there, are more than the share of one task. */
    public boolean isTooMuch(long bytes) {
        return bytes > (available().bytes() + bytes - reserve.bytes() / 4 * 3) / slots;
    }

    /** Tells whom to call when a task has met a full disk, so that no other meets it. */
    public void whenFull(Runnable told) {
        whenFull = told;
    }

    /** A task was given back because the disk was full, which was none of its doing. */
    public void noteFull() {
        quietAt = System.nanoTime() + SETTLED.toNanos();
        whenFull.run();
    }

    /** Whether nothing new should be started, as there is little room or lately was none. */
    public boolean isShort() {
        return isLow() || System.nanoTime() - quietAt < 0;
    }

    /** Whether there is clearly room again, not only as much as something new would use up at once. */
    public boolean hasRecovered() {
        return !isShort() && available().compareTo(new MemorySize(reserve.bytes() / 4 * 5)) >= 0 && takesFiles();
    }

    /** Whether even the reserve is being used up, so that nothing new should be started. */
    public boolean isLow() {
        return isLow(available());
    }

    private boolean isLow(MemorySize available) {
        return available.compareTo(reserve) < 0;
    }

    /** Whether there is so little left that programs fail for it. */
    public boolean isFull() {
        return (isLow() && available().compareTo(NOTHING) < 0) || !takesFiles();
    }

    /** Whether it has an inode for one more file, and no quota forbids it: only making one tells. */
    private boolean takesFiles() {
        Path file = place.resolve(".room");
        try {
            Files.deleteIfExists(file);
            Files.createFile(file);
            Files.delete(file);
        } catch (IOException failed) {
            return !isFullBy(failed.toString());
        }
        return true;
    }

    /** Whether a failure of the operating system tells that a disk was full when it happened. */
    public static boolean isFullBy(String failure) {
        return FULL.stream().anyMatch(failure::contains);
    }

    /** For people. */
    public String state() {
        return available() + " free on the disk of " + place
                + (takesFiles() ? "" : ", which takes no more files (its inodes, see df -i, or a quota are used up)");
    }

    private MemorySize available() {
        // Unlike the file store's, this question can't fail: it answers 0 for a disk that is gone.
        return new MemorySize(Math.max(0, place.toFile().getUsableSpace()));
    }
}
