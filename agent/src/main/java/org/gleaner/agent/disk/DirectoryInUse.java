package org.gleaner.agent.disk;

import java.nio.file.Path;

/** Another agent holds the directory. */
public final class DirectoryInUse extends Exception {
    private final transient Path directory;

    public DirectoryInUse(Path directory) {
        super("another agent is using the directory " + directory);
        this.directory = directory;
    }

    public Path directory() {
        return directory;
    }
}
