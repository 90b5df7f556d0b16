package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.agent.sandbox.DirectorySize;
import org.gleaner.agent.sandbox.DiskRoom;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt may fill of the disk: what its job declared, or else its share of what was free when it started,
 * which counts only when the disk gets full. Whoever fills the disk is charged for it; a task that only met a full disk
 * is given back, and this node starts nothing until there is room. Thread-safe.
 */
final class DiskShare {
    private final @Nullable MemorySize declared;
    private final MemorySize share;
    private final @Nullable DiskRoom room;
    private final List<Path> directories;

    /**
     * Looks at what is free now.
     *
     * @param room the disk; null if nobody minds it
     * @param directories what is in all of them together is what it fills
     */
    DiskShare(Requirements needs, @Nullable DiskRoom room, Path... directories) {
        this(needs.disk(), room == null ? MemorySize.ZERO : room.share(needs.cores()), room, List.of(directories));
    }

    private DiskShare(
            @Nullable MemorySize declared, MemorySize share, @Nullable DiskRoom room, List<Path> directories) {
        this.declared = declared;
        this.share = share;
        this.room = room;
        this.directories = directories;
    }

    /** The same for what is in another directory. */
    DiskShare in(Path directory) {
        return new DiskShare(declared, share, room, List.of(directory));
    }

    /** Whether it is worth looking at its directory now. */
    boolean isWatched() {
        return declared != null || (room != null && room.isLow());
    }

    /** Whether so little is left that programs fail for it. */
    boolean isDiskFull() {
        return room != null && room.isFull();
    }

    /** What it fills too much; null if it doesn't. */
    @Nullable
    Exceeded exceeded() {
        return exceeded(MemorySize.ZERO);
    }

    /**
     * Says whose doing it is that an attempt failed: the task's, or nobody's here.
     *
     * @param wanted what its inputs take, even if they did not fit
     * @param failure in the words of the system
     * @return null if it had nothing to do with the disk
     */
    @Nullable
    Exceeded verdict(MemorySize wanted, String failure) {
        boolean full = DiskRoom.isFullBy(failure);
        if (!full && (room == null || !(room.isLow() || room.isFull()))) {
            return null;
        }
        Exceeded own = room == null ? null : exceeded(wanted);
        if (own == null && room != null) {
            room.noteFull();
        }
        String detail = room == null ? failure : "the node's disk was full: " + room.state();
        return own != null ? own : new Exceeded(Outcome.RETURNED, detail);
    }

    private @Nullable Exceeded exceeded(MemorySize wanted) {
        MemorySize limit = declared == null ? share : declared;
        MemorySize size = wanted;
        try {
            MemorySize seen = MemorySize.ZERO;
            for (Path directory : directories) {
                seen = seen.plus(DirectorySize.of(directory, limit));
            }
            size = seen.compareTo(wanted) > 0 ? seen : wanted;
        } catch (DirectorySize.Uncountable hidden) {
            return new Exceeded(
                    Outcome.OUT_OF_DISK,
                    "it may fill " + limit + " of disk, and its disk use can't be measured: " + hidden.getMessage());
        } catch (IOException vanishing) {
            // It is being changed while we look; the next look sees more.
        }
        if (size.compareTo(limit) <= 0) {
            return null;
        }
        return new Exceeded(
                Outcome.OUT_OF_DISK,
                declared != null
                        ? "it used " + size + " of disk, more than its limit of " + limit
                        : "it filled the node's disk with " + size + "; its share of what was free is " + limit
                                + " (declare what it needs with --disk)");
    }
}
