package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.protocol.message.Content;

/** Tells this machine from one that has a copy of its disk, as far as the system itself can tell. */
public final class MachineMark {
    private static final List<Path> PLACES = List.of(Path.of("/etc/machine-id"), Path.of("/var/lib/dbus/machine-id"));
    private static final int LARGEST = 4096;

    private MachineMark() {}

    /** A hash of the machine's id, which itself is nobody's business; empty if the machine has none. */
    public static String ofThisMachine() {
        for (Path place : PLACES) {
            try {
                if (Files.isRegularFile(place) && Files.size(place) <= LARGEST) {
                    String id = Files.readString(place, UTF_8).strip();
                    if (!id.isEmpty()) {
                        return Content.hash(("gleaner agent " + id).getBytes(UTF_8))
                                .hex();
                    }
                }
            } catch (IOException unreadable) {
                // The next place, or none.
            }
        }
        return "";
    }
}
