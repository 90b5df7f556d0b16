package org.gleaner.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.thread.ExclusiveFile;
import org.gleaner.server.disk.OwnerOnly;

/** Keeps a second server off a data directory. The system releases the lock even if this process is killed. */
final class DirectoryLock implements AutoCloseable {
    private static final String NAME = "lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Makes the directory if it is missing and locks it. */
    static DirectoryLock take(Path directory) throws StoreUnusable {
        try {
            // What jobs read and write is their owners' business, so no other user of the machine may look into it.
            OwnerOnly.directory(directory);
            FileChannel channel =
                    OwnerOnly.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            // The lock lives as long as the channel, which keeps it.
            if (!ExclusiveFile.take(directory.resolve(NAME), channel)) {
                channel.close();
                throw new StoreUnusable(
                        "The data directory " + directory + " is in use.",
                        "Another Gleaner server" + ExclusiveFile.holder(directory.resolve(NAME))
                                + " is using it, and two would damage each other's work.",
                        "Stop the other server, or start this one with another --data directory.");
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new StoreUnusable(
                    "The data directory " + directory + " can't be written.",
                    "The system says: " + SystemWords.of(e, directory) + ".",
                    "Make it writable for this user, or start with another --data directory.",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
