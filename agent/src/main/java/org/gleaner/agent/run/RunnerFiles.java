package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.jspecify.annotations.Nullable;

/** The files that attempts of one runner find there. For one thread. */
final class RunnerFiles implements Closeable {
    private final Workspace workspace;
    private final List<Path> emptied;
    private final boolean open;
    private final List<FileTraits> fresh;
    private @Nullable FileChannel script;

    /**
     * Gives the tasks what they own and may change, but not replace.
     *
     * @param emptied directories in which nothing of one task is left for the next
     * @param sandbox none: they have the agent's own rights
     */
    RunnerFiles(Workspace workspace, List<Path> emptied, @Nullable Bubblewrap sandbox) throws IOException {
        this.workspace = workspace;
        this.open = sandbox == null;
        this.emptied = List.copyOf(emptied);
        Path start = Files.createFile(workspace.script());
        Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rw-------"));
        if (sandbox != null) {
            sandbox.handOver(
                    List.of(workspace.files(), workspace.temporary(), workspace.stdout(), workspace.stderr(), start));
        }
        this.fresh = traits();
    }

    /**
     * Puts down what the shell does next. In its place and not anew: what was emptied and written again goes to the
     * disk when it is closed (ext4), and that takes longer than a short task.
     */
    void put(byte[] lines) throws IOException {
        FileChannel channel = script;
        if (channel == null) {
            channel = FileChannel.open(workspace.script(), StandardOpenOption.WRITE);
            script = channel;
        }
        ByteBuffer left = ByteBuffer.wrap(lines);
        while (left.hasRemaining()) {
            channel.write(left, left.position());
        }
        // What is longer than what was put there may be a task's doing, too.
        channel.truncate(lines.length);
    }

    /** Of what tasks share. */
    private List<FileTraits> traits() throws IOException {
        List<FileTraits> found = new ArrayList<>();
        for (Path path : List.of(workspace.files(), workspace.temporary(), workspace.stdout(), workspace.stderr())) {
            found.add(FileTraits.of(path));
        }
        if (open) {
            // Where nothing keeps a task from it.
            found.add(FileTraits.of(workspace.script()));
        }
        return found;
    }

    /** Makes them what they were at first; false if that can't be. */
    boolean areFreshAgain() throws IOException {
        List<FileTraits> now = traits();
        if (!FileTraits.areAlike(fresh, now)) {
            return false;
        }
        for (Path directory : emptied) {
            Trees.drain(directory);
        }
        for (FileTraits one : now) {
            if (one.isWritten() && !one.file().equals(workspace.script())) {
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

    @Override
    public void close() throws IOException {
        if (script != null) {
            script.close();
        }
    }
}
