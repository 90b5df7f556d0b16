package org.gleaner.server.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes what only the user of this process may look into, where the system has such rights. */
public final class OwnerOnly {
    private static final String DIRECTORY = "rwx------";
    private static final String FILE = "rw-------";

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private OwnerOnly() {}

    /** Makes a directory if it is missing. One that is empty becomes ours; one in use keeps the rights that it has. */
    public static void directory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            directories(directory);
        } else if (isEmpty(directory) && POSIX) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(DIRECTORY));
        }
    }

    /** Replaces the file at once; it is never readable for others, not even for a moment. */
    public static void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, rights(FILE));
        Files.writeString(fresh, text, UTF_8, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes directories that are missing, all of them. */
    public static void directories(Path directory) throws IOException {
        Files.createDirectories(directory, rights(DIRECTORY));
    }

    /** Opens a file, whose rights are these if it is made now, whatever the umask is. */
    public static FileChannel open(Path file, OpenOption... how) throws IOException {
        return FileChannel.open(file, Set.of(how), rights(FILE));
    }

    /** Makes an empty file for a library that would make it readable for others, or takes that right from one. */
    public static void file(Path file) throws IOException {
        open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
        if (POSIX && !Files.getPosixFilePermissions(file).equals(PosixFilePermissions.fromString(FILE))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(FILE));
        }
    }

    private static FileAttribute<?>[] rights(String rights) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }

    public static boolean isEmpty(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            return !files.iterator().hasNext();
        }
    }
}
