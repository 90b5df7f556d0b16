package org.gleaner.agent.live;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

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

    /** @param most files that are looked at, whatever there is */
    LiveFiles(Path root, int most) {
        this.root = root;
        this.most = most;
    }

    /** Visits the file of this name, or all below the directory of this name; what is not there is not visited. */
    void visit(String path, Visitor visitor) throws IOException {
        try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
            if (top instanceof SecureDirectoryStream<Path> secure) {
                descend(secure, Path.of(path), 0, path, visitor);
            }
        } catch (NoSuchFileException gone) {
            // It was not written yet, or the attempt has ended.
        }
    }

    private void descend(SecureDirectoryStream<Path> from, Path way, int step, String path, Visitor visitor)
            throws IOException {
        Path name = way.getName(step);
        if (step + 1 == way.getNameCount()) {
            take(from, name, path, 0, visitor);
            return;
        }
        try (SecureDirectoryStream<Path> next = from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            descend(next, way, step + 1, path, visitor);
        }
    }

    private void take(SecureDirectoryStream<Path> from, Path name, String path, int depth, Visitor visitor)
            throws IOException {
        BasicFileAttributes attributes = from.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (attributes.isDirectory() && depth < DEEPEST) {
            try (SecureDirectoryStream<Path> below = from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                for (Path child : below) {
                    if (seen >= most) {
                        return;
                    }
                    Path plain = child.getFileName();
                    takeIfThere(below, plain, path + "/" + plain, depth + 1, visitor);
                }
            }
        } else if (attributes.isRegularFile() && seen++ < most) {
            try (SeekableByteChannel content =
                    from.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                visitor.visit(path, content, attributes);
            }
        }
    }

    private void takeIfThere(SecureDirectoryStream<Path> from, Path name, String path, int depth, Visitor visitor)
            throws IOException {
        try {
            take(from, name, path, depth, visitor);
        } catch (NoSuchFileException gone) {
            // Temporary files come and go while we look.
        }
    }
}
