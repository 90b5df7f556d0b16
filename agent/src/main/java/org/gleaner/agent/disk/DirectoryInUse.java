package org.gleaner.agent.disk;

import java.nio.file.Path;

/** Another agent holds the directory. */
public final class DirectoryInUse extends Exception {
    /** @param holder who it is, as far as that is known */
    public DirectoryInUse(Path directory, String holder) {
        super("Another agent" + holder + " is using the directory " + directory);
    }
}
