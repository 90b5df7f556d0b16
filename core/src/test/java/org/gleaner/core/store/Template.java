package org.gleaner.core.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Small files that take long to make, such as an empty database with all its tables: made once in this JVM, and written
 * for each test. Thread-safe.
 */
public final class Template {
    /** Fills an empty directory. What is in its folders is not taken. */
    @FunctionalInterface
    public interface Maker {
        void make(Path empty) throws Exception;
    }

    private final Maker maker;
    private @Nullable Map<String, byte[]> files;

    public Template(Maker maker) {
        this.maker = maker;
    }

    /** Writes the files into a directory, which need not be there yet; one that has any entry stays as it is. */
    public Path into(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                if (entries.iterator().hasNext()) {
                    return directory;
                }
            }
        }
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Path target = directory.resolve(file.getKey());
            Files.createFile(
                    target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(target, file.getValue());
        }
        return directory;
    }

    private synchronized Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> known = files;
        if (known == null) {
            Path made = Files.createTempDirectory("template");
            try {
                maker.make(made);
            } catch (Exception impossible) {
                throw new IllegalStateException(impossible);
            }
            known = takeFrom(made);
            files = known;
        }
        return known;
    }

    private static Map<String, byte[]> takeFrom(Path directory) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        List<Path> all;
        try (Stream<Path> entries = Files.walk(directory)) {
            all = entries.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path entry : all) {
            if (directory.equals(entry.getParent()) && Files.isRegularFile(entry)) {
                found.put(entry.getFileName().toString(), Files.readAllBytes(entry));
            }
            Files.delete(entry);
        }
        return found;
    }
}
