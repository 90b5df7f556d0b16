package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.gleaner.agent.disk.Trees;

/** The fresh directory of one attempt. The task lives in {@code files}; what the agent writes is beside it. */
record Workspace(Path root) {
    static Workspace create(Path root) throws IOException {
        Workspace workspace = new Workspace(root);
        try {
            Files.createDirectory(root);
        } catch (FileAlreadyExistsException | NoSuchFileException ofAnEarlierLifeOrAllGone) {
            Trees.clear(root);
            Files.createDirectories(root);
        }
        Files.createDirectory(workspace.files());
        Files.createDirectory(workspace.temporary());
        return workspace;
    }

    Path files() {
        return root.resolve("files");
    }

    /** Links to inputs in the cache, which no task gets at but read-only. */
    Path lent() {
        return root.resolve("lent");
    }

    Path temporary() {
        return root.resolve("tmp");
    }

    /** What starts the command; it holds the job's variables, so it is nobody else's to read. */
    Path script() {
        return root.resolve("start");
    }

    Path stdout() {
        return root.resolve("stdout");
    }

    Path stderr() {
        return root.resolve("stderr");
    }
}
