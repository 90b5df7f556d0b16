package org.gleaner.server.retention;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.message.Health.Warning;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.loop.ServerClock;

/** What somebody should look after although calls are served: told to whoever asks how the server is. Thread-safe. */
public final class Warnings {
    private final BlobStore blobs;
    private final ServerClock clock;

    public Warnings(BlobStore blobs, ServerClock clock) {
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
        try {
            if (blobs.isFull()) {
                all.add(new Warning(
                        "disk-full",
                        "its disk is full (" + new MemorySize(blobs.disk().free()) + " free, the last "
                                + new MemorySize(blobs.reserve())
                                + " are for its database): it takes no files, and results wait on their machines",
                        "Free some space there: 'gleaner df' shows who uses it; 'gleaner delete', then 'gleaner sweep"
                                + " --grace 0s', removes old jobs and their files."));
            }
        } catch (IOException unknown) {
            // Then uploads fail, too, and say why.
            return all;
        }
        return all;
    }
}
