package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final Path place;
    private final MemorySize reserve;

    public DiskRoom(Path place) throws IOException {
        this.place = place;
        this.reserve =
                new MemorySize(Math.min(MOST_RESERVE, Files.getFileStore(place).getTotalSpace() / SHARE));
    }

    /** What could be given to tasks now. */
    public MemorySize free() {
        return available().minus(reserve);
    }

    /** Whether even the reserve is being used up, so that nothing new should be started. */
    public boolean isLow() {
        return available().compareTo(reserve) < 0;
    }

    /** Whether there is so little left that programs fail for it; then it is low as well. */
    public boolean isFull() {
        return isLow() && available().compareTo(NOTHING) < 0;
    }

    /** Whether a failure of the operating system tells that a disk was full when it happened. */
    public static boolean isFullBy(String failure) {
        return FULL.stream().anyMatch(failure::contains);
    }

    /** For people. */
    public String state() {
        return available() + " free on the disk of " + place;
    }

    private MemorySize available() {
        // Unlike the file store's, this question can't fail: it answers 0 for a disk that is gone.
        return new MemorySize(Math.max(0, place.toFile().getUsableSpace()));
    }
}
