package org.gleaner.agent.live;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.agent.disk.Folder;

/**
 * Reads below a directory in which a task may do what it likes at this moment. No link is followed, at no step of the
 * way: a task that swaps a file for a link between our look and our reading must not make us read what is not its own.
 */
final class LiveFiles {
    private static final int DEEPEST = 32;

    /** Takes one regular file; the channel is closed behind it. */
    @FunctionalInterface
    interface Visitor {
        void visit(String path, SeekableByteChannel content, BasicFileAttributes attributes) throws IOException;
    }

    private final Path root;
    private final int most;
    private int seen;
    private boolean torn;

    /** @param most files that are looked at, whatever there is */
    LiveFiles(Path root, int most) {
        this.root = root;
        this.most = most;
    }

    /** Visits the file of this name, or all below the directory of this name; what is not there is not visited. */
    void visit(String path, Visitor visitor) throws IOException {
        try (Folder top = Folder.open(root)) {
            descend(top, Path.of(path), 0, path, visitor);
        } catch (NoSuchFileException | NotDirectoryException gone) {
            // It was not written yet, or the attempt has ended.
        }
    }

    /** Whether a file that it was about to take went away. */
    boolean isTorn() {
        return torn;
    }

    /** Those of the names that are no regular files, or not any more. */
    Set<String> missing(Collection<String> names) throws IOException {
        Set<String> missing = new TreeSet<>();
        try (Folder top = Folder.open(root)) {
            for (String name : names) {
                if (!mayBeThere(top, Path.of(name), 0)) {
                    missing.add(name);
                }
            }
        }
        return missing;
    }

    private static boolean mayBeThere(Folder from, Path way, int step) throws IOException {
        Path name = way.getName(step);
        try {
            if (step + 1 == way.getNameCount()) {
                return from.look(name).isRegularFile();
            }
            try (Folder next = from.enter(name)) {
                return mayBeThere(next, way, step + 1);
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return false;
        } catch (FileSystemException unknown) {
            return true;
        }
    }

    private void descend(Folder from, Path way, int step, String path, Visitor visitor) throws IOException {
        Path name = way.getName(step);
        if (step + 1 == way.getNameCount()) {
            take(from, name, path, 0, visitor);
            return;
        }
        try (Folder next = from.enter(name)) {
            descend(next, way, step + 1, path, visitor);
        }
    }

    private void take(Folder from, Path name, String path, int depth, Visitor visitor) throws IOException {
        BasicFileAttributes attributes = from.look(name);
        if (attributes.isDirectory() && depth < DEEPEST) {
            try (Folder below = from.enter(name)) {
                for (Path child = below.next(); child != null && seen < most; child = below.next()) {
                    takeIfThere(below, child, path + "/" + child, depth + 1, visitor);
                }
            }
        } else if (attributes.isRegularFile() && seen++ < most) {
            try (SeekableByteChannel content = from.readAmongOthers(name)) {
                visitor.visit(path, content, attributes);
            }
        }
    }

    private void takeIfThere(Folder from, Path name, String path, int depth, Visitor visitor) throws IOException {
        try {
            take(from, name, path, depth, visitor);
        } catch (NoSuchFileException | NotDirectoryException gone) {
            // Temporary files come and go while we look.
            torn = true;
        } catch (AccessDeniedException closed) {
            // So it will be in the next round, or else it is taken then.
        }
    }
}
