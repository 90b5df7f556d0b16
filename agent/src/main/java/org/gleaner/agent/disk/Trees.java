package org.gleaner.agent.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories with everything in them: deletes them, makes them read-only. What is in them was made by tasks and may be
 * anything: closed to its owner, nested deeper than a path may be long, a million files, a mount.
 */
public final class Trees {
    private static final Logger LOG = LoggerFactory.getLogger(Trees.class);
    /** One for each step of the deepest tree at worst; somebody who still writes must not keep us for ever. */
    private static final int MOST_ROUNDS = 1_000_000;

    private static final String ASIDE = ".aside-";
    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwx------");

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

    /**
     * Frees a name: deletes what is there, or, if that can't be, moves it aside, which costs space until somebody
     * looks after it. The machine must go on working, whatever a task has left. What lies aside is tried again whenever
     * the directory above is cleared.
     */
    public static void clear(Path root) {
        try {
            delete(root);
        } catch (IOException failed) {
            LOG.warn("could not delete {}, which still takes up space: {}", setAside(root), failed.toString());
        }
    }

    private static Path setAside(Path root) {
        String name = String.valueOf(root.getFileName());
        if (name.contains(ASIDE)) {
            return root;
        }
        try {
            return Files.move(root, root.resolveSibling(name + ASIDE + UUID.randomUUID()));
        } catch (IOException stuck) {
            return root;
        }
    }

    /** Follows no link, and takes away what tasks may have left without permission to delete it. */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(root);
            return;
        }
        // What is mounted there is not the task's, and deleting in it would be a disaster.
        Obstructions.unmount(root);
        try {
            empty(root);
        } catch (FileSystemException refused) {
            Obstructions.unlock(root);
            empty(root);
        }
        Files.delete(root);
    }

    /**
     * Deletes everything in a directory and leaves that itself: for one in which no process lives. Throws if something
     * is mounted there, before anything in that is touched: the kernel takes away no directory that is a mount.
     */
    public static void drain(Path root) throws IOException {
        boolean full;
        try (DirectoryStream<Path> names = Files.newDirectoryStream(root)) {
            full = names.iterator().hasNext();
        }
        if (full) {
            empty(root);
        }
    }

    /**
     * Takes the tree down from its top. What is in a directory of the top is deleted, but for directories, which come
     * up to the top instead, under new names: so no way is ever longer than two steps, and no more than two directories
     * are open, however deep the tree is.
     */
    private static void empty(Path root) throws IOException {
        String fresh = UUID.randomUUID() + "-";
        Path own = Objects.requireNonNull(root.getFileName(), "the root of a disk can't be deleted");
        long[] moved = {0};
        boolean left = true;
        for (int round = 0; left && round < MOST_ROUNDS; round++) {
            left = false;
            try (Folder above = Folder.around(root)) {
                open(above, own);
                // By its name in there, as whoever swaps it for a link must not send us elsewhere.
                try (Folder top = above.enter(own)) {
                    for (Path name = top.next(); name != null; name = top.next()) {
                        left = true;
                        if (!deleted(top, name)) {
                            flatten(top, name, fresh, moved);
                        }
                    }
                }
            }
        }
    }

    private static void flatten(Folder top, Path name, String fresh, long[] moved) throws IOException {
        open(top, name);
        try (Folder below = top.enter(name)) {
            for (Path inner = below.next(); inner != null; inner = below.next()) {
                if (!deleted(below, inner)) {
                    // To move a directory elsewhere it must be writable itself.
                    open(below, inner);
                    below.move(inner, top, Path.of(fresh + moved[0]++));
                }
            }
        }
    }

    /** False if it is a directory with something in it. */
    private static boolean deleted(Folder folder, Path name) throws IOException {
        try {
            if (folder.look(name).isDirectory()) {
                folder.deleteDirectory(name);
            } else {
                folder.delete(name);
            }
            return true;
        } catch (DirectoryNotEmptyException full) {
            return false;
        } catch (NoSuchFileException gone) {
            return true;
        }
    }

    private static void open(Folder folder, Path name) throws IOException {
        PosixFileAttributes attributes = folder.look(name);
        if (!attributes.permissions().containsAll(OPEN)) {
            folder.allow(name);
        }
    }
}
