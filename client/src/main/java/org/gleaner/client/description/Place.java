package org.gleaner.client.description;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a job is described.
 *
 * @param directory where relative names of files start
 * @param environment what an {@code env} without a value copies
 * @param in what {@code -} in place of a file means
 */
public record Place(Path directory, Map<String, String> environment, InputStream in) {
    /** A directory alone: nothing is copied, and there is no input. */
    public static Place of(Path directory) {
        return new Place(directory, Map.of(), InputStream.nullInputStream());
    }

    Path file(String name) {
        return directory.resolve(name);
    }
}
