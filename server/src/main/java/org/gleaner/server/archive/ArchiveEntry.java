package org.gleaner.server.archive;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Something in an archive.
 *
 * @param name with forward slashes, relative
 * @param size in bytes, known before
 * @param content null: it is an empty directory
 */
public record ArchiveEntry(
        String name,
        long size,
        boolean executable,
        @Nullable Content content) {
    /** Opens what is in the file. */
    public interface Content {
        InputStream open() throws IOException;
    }

    public static ArchiveEntry directory(String name) {
        return new ArchiveEntry(name, 0, false, null);
    }

    /** What comes next; null at the end. */
    public interface Source {
        @Nullable
        ArchiveEntry next() throws IOException;
    }
}
