package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.gleaner.agent.disk.Trees;

/**
 * The fresh directory of one attempt. The task lives in {@code files}; what the agent writes is beside it.
 *
 * @param door where the start script is and what the task prints
 */
record Workspace(Path root, Path door) {
    static Workspace create(Path root) throws IOException {
        return create(new Workspace(root, root));
    }

    /** One for attempts that follow each other, with what a runner's sandbox expects. */
    static Workspace createForRunner(Path root) throws IOException {
        Workspace workspace = create(new Workspace(root, root.resolve("door")));
        Files.createDirectory(workspace.door());
        Files.createFile(workspace.door().resolve("sh"));
        Files.createFile(workspace.stdout());
        Files.createFile(workspace.stderr());
        return workspace;
    }

    private static Workspace create(Workspace workspace) throws IOException {
        Path root = workspace.root();
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
        return door.resolve("start");
    }

    Path stdout() {
        return door.resolve("stdout");
    }

    Path stderr() {
        return door.resolve("stderr");
    }
}
