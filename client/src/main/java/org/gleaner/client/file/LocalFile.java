package org.gleaner.client.file;

import java.nio.file.Path;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.FilePath;

/**
 * A file of the person who submits, and where it is laid in the task's directory: under its path relative to the
 * current directory if it is inside, else under its base name.
 */
public record LocalFile(Path source, String path) {
    static LocalFile of(Path directory, Path file) throws ClientFailure {
        Path whole = directory.resolve(file).normalize();
        Path laid = whole.startsWith(directory) && !whole.equals(directory)
                ? directory.relativize(whole)
                : Path.of(String.valueOf(whole.getFileName()));
        return checked(whole, slashes(laid));
    }

    static LocalFile checked(Path source, String path) throws ClientFailure {
        try {
            return new LocalFile(source, FilePath.checkFound(path));
        } catch (IllegalArgumentException unusable) {
            throw ClientFailure.complete(
                    "Can't send " + source + ".",
                    String.valueOf(unusable.getMessage()) + ".",
                    "Rename it, or send a copy with another name.");
        }
    }

    static String slashes(Path relative) {
        StringBuilder text = new StringBuilder();
        for (Path part : relative) {
            text.append(text.isEmpty() ? "" : "/").append(part);
        }
        return text.toString();
    }
}
