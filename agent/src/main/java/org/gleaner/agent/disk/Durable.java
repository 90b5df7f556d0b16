package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes that survive a crash: temporary name, fsync, rename, fsync of the directory. */
public final class Durable {
    private Durable() {}

    /** Replaces the file's content; a reader sees the old or the new, never a part. Only the owner may read it. */
    public static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        } catch (IOException failed) {
            // On a full disk even this little is worth having back.
            Files.deleteIfExists(temporary);
            throw failed;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            sync(directory);
        }
    }

    /** Forces a file or a directory to the disk. */
    public static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
