package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        openDirectory(workspace.door());
        Files.createFile(workspace.door().resolve("sh"));
        Files.createFile(workspace.stdout());
        Files.createFile(workspace.stderr());
        return workspace;
    }

    /** The same for a command that serves. */
    static Workspace createForServing(Path root) throws IOException {
        Workspace workspace = createForRunner(root);
        openDirectory(workspace.own());
        return workspace;
    }

    /** One that everybody may look into who gets there. */
    private static void openDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
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

    /** What belongs to one task of a command that serves; only the agent writes there. */
    Path own() {
        return door.resolve("own");
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
