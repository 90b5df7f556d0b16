package org.gleaner.agent.install;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.gleaner.agent.disk.Durable;
import org.gleaner.agent.sandbox.ShellWord;

/**
 * The command line of an agent that root installed, as a program that only root can change. The agent updates its own
 * program, so its account can write to that one: root must not run it.
 */
record RootCommand(Path directory) {
    Path command() {
        return directory.resolve("gleaner");
    }

    private Path jar() {
        return directory.resolve("gleaner-agent.jar");
    }

    void install(Path whole, Path java, ProgramDirectory program) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Durable.write(jar(), ProgramDirectory.agentOf(whole));
        Files.setPosixFilePermissions(jar(), PosixFilePermissions.fromString("rw-r--r--"));
        Durable.write(command(), program.commandText(java, ShellWord.quoted(jar().toString())));
        Files.setPosixFilePermissions(command(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Leaves the directory if somebody put something else there. */
    void remove() throws IOException {
        Files.deleteIfExists(command());
        Files.deleteIfExists(jar());
        try {
            Files.delete(directory);
        } catch (NoSuchFileException | DirectoryNotEmptyException noneOrOfOthers) {
            // All that is ours is gone.
        }
    }
}
