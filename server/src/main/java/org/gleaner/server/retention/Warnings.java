package org.gleaner.server.retention;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.message.Health.Warning;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.http.Descriptors;
import org.gleaner.server.loop.ServerClock;

/**
 * What somebody should look after although calls are served: told to whoever asks how the server is. Thread-safe.
 *
 * @param last what is left for whoever makes room
 * @param unaudited what the audit log lacks
 * @param crowded that hardly any file or connection can be opened
 * @param missing which files that jobs name are not there
 */
public record Warnings(
        BlobStore blobs,
        LastRoom last,
        ServerClock clock,
        Supplier<Optional<String>> unaudited,
        Supplier<Optional<String>> crowded,
        Supplier<Optional<String>> missing) {
    static final String CLOCK = "clock-in-doubt";
    private static final String FULL = "disk-full";
    private static final String REFUSED = "files-refused";
    private static final String AUDIT = "audit-incomplete";
    private static final String DESCRIPTORS = "descriptors-low";
    private static final String FILES = "files-missing";

    /** The codes of all that there can be. */
    public static final List<String> CODES = List.of(FULL, REFUSED, CLOCK, AUDIT, DESCRIPTORS, FILES);

    private static final String MAKE_ROOM = "Free some space there: delete old jobs, then sweep away their files.";

    private static final String MAKE_ROOM_BY_HAND =
            "Free some MB on that disk, maybe of another program. In the server's data directory you may delete"
                    + " server.log.*, audit.log.* and backups. Then delete old jobs and sweep away their files.";

    private String refused() {
        if (last.isUsedUp()) {
            return "it takes no jobs, files or results, and may have no room left to delete jobs";
        }
        return last.isCramped()
                ? "it takes no jobs, files or results; jobs can be cancelled and deleted"
                : "it takes no files, and results wait on their machines";
    }

    /** Why calls that need files are not served, though others are; empty: they are. */
    public Optional<String> trouble() {
        return blobs.trouble();
    }

    public List<Warning> now() {
        List<Warning> all = new ArrayList<>();
        clock.doubt()
                .ifPresent(why -> all.add(new Warning(
                        CLOCK,
                        why,
                        "If the clock of the server's machine is wrong, set it; the server follows. If it is right,"
                                + " stop the server, delete the file 'clock' in its data directory, and start it.")));
        unaudited
                .get()
                .ifPresent(what -> all.add(new Warning(
                        AUDIT,
                        "audit.log is incomplete: " + what,
                        "See the server's log for the cause, such as a full disk. audit.log says where lines are"
                                + " missing; this warning ends when the server is restarted.")));
        crowded.get()
                .ifPresent(what -> all.add(new Warning(
                        DESCRIPTORS, what, Descriptors.REMEDY + " Or see who keeps so many connections open.")));
        missing.get()
                .ifPresent(what -> all.add(
                        new Warning(FILES, what, "Put them back, say from a backup, or submit with them again.")));
        blobs.refusal()
                .ifPresent(what -> all.add(new Warning(
                        REFUSED,
                        what,
                        "Results wait on their machines until files can be written again. Deleting old jobs and"
                                + " sweeping away their files frees inodes, too.")));
        try {
            OptionalLong shortage = blobs.shortage();
            if (shortage.isPresent()) {
                String room = "(" + new MemorySize(blobs.disk().free()) + " free; the server keeps "
                        + new MemorySize(blobs.reserve()) + " in reserve for its database)";
                all.add(new Warning(
                        FULL,
                        shortage.getAsLong() == 0
                                ? "its disk is full " + room + ": " + refused()
                                : "its disk had no room for files of " + new MemorySize(shortage.getAsLong()) + " "
                                        + room,
                        last.isUsedUp() ? MAKE_ROOM_BY_HAND : MAKE_ROOM));
            }
        } catch (IOException unknown) {
            // Then uploads fail, too, and say why.
            return all;
        }
        return all;
    }
}
