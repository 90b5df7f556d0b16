package org.gleaner.agent.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Directories with everything in them: deletes them, makes them read-only. */
public final class Trees {
    private Trees() {}

    /** Makes everything read-only, for all; follows no link. */
    public static void seal(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (!Files.isSymbolicLink(path)) {
                    boolean open = Files.isDirectory(path) || Files.isExecutable(path);
                    Files.setPosixFilePermissions(
                            path, PosixFilePermissions.fromString(open ? "r-xr-xr-x" : "r--r--r--"));
                }
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /** Follows no link, and takes away what tasks may have left without permission to delete it. */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new FileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                if (!(failed instanceof AccessDeniedException)) {
                    throw failed;
                }
                // A directory that its task has closed to everybody, its owner included.
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
                delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
