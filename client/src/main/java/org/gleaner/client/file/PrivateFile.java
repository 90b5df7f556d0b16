package org.gleaner.client.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that nobody but their owner can read, not even for a moment. */
public final class PrivateFile {
    private PrivateFile() {}

    /** Creates it, empty; it must not be there yet. */
    public static Path create(Path file) throws IOException {
        return Files.createFile(file, rights(file, "rw-------"));
    }

    /** Opens it to read and write; creates it, empty, if it is not there. */
    static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                rights(file, "rw-------"));
    }

    /** Creates it and whatever is missing above it; what is there keeps its rights. */
    public static void createDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, rights(directory, "rwx------"));
        }
    }

    private static FileAttribute<?>[] rights(Path file, String rights) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
