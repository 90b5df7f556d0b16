package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import org.gleaner.agent.disk.Folder;
import org.gleaner.core.job.MemorySize;

/**
 * How much is in a directory, as far as one can tell while somebody writes to it. Who writes there may want to hide
 * something from us: what can't be counted is told, never taken for nothing.
 */
public final class DirectorySize {
    private static final int MOST_NAMES = 1_000_000;
    /** Each level costs two descriptors while we look. */
    private static final int DEEPEST = 200;

    private final long enough;
    private long bytes;
    private int names;

    private DirectorySize(long enough) {
        this.enough = enough;
    }

    /** There is something in a directory that can't be counted; the message is half a sentence for people. */
    public static final class Uncountable extends IOException {
        Uncountable(String message) {
            super(message);
        }
    }

    /** Adds up sizes and stops as soon as there is more than {@code enough}; follows no link. */
    public static MemorySize of(Path root, MemorySize enough) throws IOException {
        DirectorySize size = new DirectorySize(enough.bytes());
        if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            size.count(Files.size(root));
            try (Folder top = Folder.open(root)) {
                size.add(top, 0);
            }
        }
        return new MemorySize(size.bytes);
    }

    private void add(Folder folder, int depth) throws IOException {
        for (Path name = folder.next(); name != null && bytes <= enough; name = folder.next()) {
            try {
                PosixFileAttributes attributes = folder.look(name);
                count(attributes.size());
                if (attributes.isDirectory()) {
                    enter(folder, name, depth);
                }
            } catch (NoSuchFileException | NotDirectoryException gone) {
                // It was taken away, or made something else, between two looks; the next one sees more.
            }
        }
    }

    private void enter(Folder folder, Path name, int depth) throws IOException {
        if (depth >= DEEPEST) {
            throw new Uncountable("its directories are nested deeper than " + DEEPEST);
        }
        try (Folder below = opened(folder, name)) {
            add(below, depth + 1);
        }
    }

    /** A directory that its task has closed to everybody is opened for its owner, and stays so. */
    private static Folder opened(Folder folder, Path name) throws IOException {
        try {
            return folder.enter(name);
        } catch (AccessDeniedException closed) {
            try {
                folder.allow(name);
                return folder.enter(name);
            } catch (NoSuchFileException | NotDirectoryException gone) {
                throw gone;
            } catch (IOException stillClosed) {
                throw new Uncountable("one of its directories can't be read: " + stillClosed.getMessage());
            }
        }
    }

    private void count(long size) throws Uncountable {
        bytes += size;
        names++;
        if (names > MOST_NAMES) {
            throw new Uncountable("it has more than " + MOST_NAMES + " files");
        }
    }
}
