package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A file that this process has open: under its name may be another one later on, or none, while the process goes on
 * reading and writing the one that nobody else finds any more.
 *
 * @param key what tells it from others on this system; null where systems do not say
 */
record OpenFile(Path path, @Nullable Object key) {
    static OpenFile of(Path path) throws IOException {
        return new OpenFile(
                path, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    /** Whether the name still leads to it. A disk that can't be asked is another trouble, and not told here. */
    boolean isThere() {
        try {
            Object now = of(path).key;
            return key == null || key.equals(now);
        } catch (NoSuchFileException gone) {
            return false;
        } catch (IOException unknown) {
            return true;
        }
    }
}
