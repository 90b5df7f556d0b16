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
import org.gleaner.server.loop.ServerClock;

/** What somebody should look after although calls are served: told to whoever asks how the server is. Thread-safe. */
public final class Warnings {
    private static final String MAKE_ROOM = "Free some space there: delete old jobs, then sweep away their files.";

    private final BlobStore blobs;
    private final ServerClock clock;
    private final Supplier<Optional<String>> unaudited;

    /** @param unaudited what the audit log lacks */
    public Warnings(BlobStore blobs, ServerClock clock, Supplier<Optional<String>> unaudited) {
        this.unaudited = unaudited;
        this.blobs = blobs;
        this.clock = clock;
    }

    public List<Warning> now() {
        List<Warning> all = new ArrayList<>();
        clock.doubt()
                .ifPresent(why -> all.add(new Warning(
                        "clock-in-doubt",
                        why,
                        "If the clock of the server's machine is wrong, set it; the server follows. Else nothing needs"
                                + " to be done.")));
        unaudited
                .get()
                .ifPresent(what -> all.add(new Warning(
                        "audit-incomplete",
                        "audit.log does not have all changes: " + what,
                        "Make room on the disk of the server's data directory. The log says where lines are missing;"
                                + " this warning ends with the server's next start.")));
        try {
            if (blobs.isFull()) {
                all.add(new Warning(
                        "disk-full",
                        "its disk is full (" + new MemorySize(blobs.disk().free()) + " free, the last "
                                + new MemorySize(blobs.reserve())
                                + " are for its database): it takes no files, and results wait on their machines",
                        MAKE_ROOM));
                return all;
            }
            OptionalLong refused = blobs.refused();
            if (refused.isPresent()) {
                all.add(new Warning(
                        "disk-full",
                        "files that need " + new MemorySize(refused.getAsLong()) + " were refused, as its disk has no"
                                + " room for them ("
                                + new MemorySize(blobs.disk().free()) + " free, the last "
                                + new MemorySize(blobs.reserve()) + " are for its database)",
                        MAKE_ROOM));
            }
        } catch (IOException unknown) {
            // Then uploads fail, too, and say why.
            return all;
        }
        return all;
    }
}
