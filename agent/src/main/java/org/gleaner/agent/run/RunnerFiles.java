package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.Bubblewrap;

/**
 * The files that attempts of one runner find there. Where a command serves, it lives on while they are made ready for
 * the next task: then nothing is written where it could write, and it empties its own directories. For one thread.
 */
final class RunnerFiles {
    private final Workspace workspace;
    private final boolean inhabited;
    private final List<FileTraits> fresh;

    /** Gives the tasks what they own and may change, but not replace. */
    RunnerFiles(Workspace workspace, boolean inhabited, Bubblewrap sandbox) throws IOException {
        this.workspace = workspace;
        this.inhabited = inhabited;
        Path script = Files.createFile(workspace.script());
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-------"));
        sandbox.handOver(
                List.of(workspace.files(), workspace.temporary(), workspace.stdout(), workspace.stderr(), script));
        this.fresh = traits();
    }

    /** Of what tasks share. */
    private List<FileTraits> traits() throws IOException {
        List<FileTraits> found = new ArrayList<>();
        for (Path path : List.of(workspace.files(), workspace.temporary(), workspace.stdout(), workspace.stderr())) {
            found.add(FileTraits.of(path));
        }
        return found;
    }

    /** Makes them what they were at first; false if that can't be. */
    boolean areFreshAgain() throws IOException {
        List<FileTraits> now = traits();
        if (!FileTraits.areAlike(fresh, now)) {
            return false;
        }
        if (inhabited) {
            Trees.drain(workspace.own());
        } else {
            Trees.drain(workspace.files());
            Trees.drain(workspace.temporary());
        }
        for (FileTraits one : now) {
            if (one.isWritten()) {
                truncate(one.file());
            }
        }
        return true;
    }

    /** Empties a file that tasks print to. */
    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }
}
