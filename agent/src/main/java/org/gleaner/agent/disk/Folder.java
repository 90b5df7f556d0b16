package org.gleaner.agent.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.agent.machine.Machine;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that was opened once: whatever is done in it is done in that very directory, whoever swaps the names that
 * led to it. Every way down is one step at a time and follows no link, so it also leads deeper than a path may be long.
 * Where the system has no such handles (macOS), the same is done by names, without that promise. For one thread.
 */
public final class Folder implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Folder.class);
    private static final LinkOption[] NO_LINK = {LinkOption.NOFOLLOW_LINKS};
    private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> BOTH_WAYS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    /** A disk in the network may take its time. */
    private static final Duration LONGEST_OPENING = Duration.ofMinutes(1);

    private final Path path;
    private final DirectoryStream<Path> stream;
    private final @Nullable SecureDirectoryStream<Path> handle;
    private boolean stuck;
    private @Nullable Iterator<Path> names;

    private Folder(Path path, DirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
        this.handle = stream instanceof SecureDirectoryStream<Path> secure ? secure : null;
    }

    /** Opens a directory whose path nobody but us can change. */
    @SuppressWarnings("StreamResourceLeak") // Whoever opens the folder closes it, and the stream with it.
    public static Folder open(Path path) throws IOException {
        return new Folder(path, Files.newDirectoryStream(path));
    }

    /** Opens the directory in which a file lies. */
    public static Folder around(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new NotDirectoryException(file.toString());
        }
        return open(parent);
    }

    /** Opens a directory in this one; a link is none. */
    public Folder enter(Path name) throws IOException {
        Path below = path.resolve(name);
        if (handle != null) {
            return new Folder(below, handle.newDirectoryStream(name, NO_LINK));
        }
        if (!look(name).isDirectory()) {
            throw new NotDirectoryException(below.toString());
        }
        return open(below);
    }

    /** The next name in it, in no order; null behind the last. */
    public @Nullable Path next() throws IOException {
        try {
            if (names == null) {
                names = stream.iterator();
            }
            return names.hasNext() ? names.next().getFileName() : null;
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
    }

    /** What the name is; of a link, the link. */
    public PosixFileAttributes look(Path name) throws IOException {
        return view(name).readAttributes();
    }

    /**
     * Opens a regular file for reading. What was opened is what the name stands for now: neither a link nor a pipe that
     * came in its place meanwhile.
     */
    public SeekableByteChannel read(Path name) throws IOException {
        return read(name, null);
    }

    /**
     * The same where processes of others may change names at this very moment. Whoever opens a pipe waits until
     * somebody writes to it, and Java can't be told not to: so another thread does it, for which we wait only so long.
     */
    public SeekableByteChannel readAmongOthers(Path name) throws IOException {
        return read(name, LONGEST_OPENING);
    }

    private SeekableByteChannel read(Path name, @Nullable Duration longest) throws IOException {
        Object seen = regular(name);
        SeekableByteChannel content = longest == null ? open(name, READING) : openWithin(longest, name);
        try {
            if (!Objects.equals(regular(name), seen)) {
                throw new AccessDeniedException(name.toString(), null, "it changed while it was being opened");
            }
            return content;
        } catch (IOException changed) {
            content.close();
            throw changed;
        }
    }

    private SeekableByteChannel open(Path name, Set<OpenOption> how) throws IOException {
        return handle == null ? Files.newByteChannel(path.resolve(name), how) : handle.newByteChannel(name, how);
    }

    /** Gives up after so long, and then frees the thread that waits, unless even the pipe is gone by now. */
    SeekableByteChannel openWithin(Duration longest, Path name) throws IOException {
        FutureTask<SeekableByteChannel> opening = new FutureTask<>(() -> open(name, READING));
        inBackground(opening);
        try {
            return opening.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException refused) {
                throw refused;
            }
            throw new IOException(failed.getCause());
        } catch (TimeoutException | InterruptedException given) {
            stuck = true;
            inBackground(() -> closeLate(opening));
            if (given instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while " + name + " was opened");
            }
            if (look(name).isOther()) {
                // To open it for both never waits, and whoever waits for a writer goes on.
                open(name, BOTH_WAYS).close();
            }
            throw new AccessDeniedException(name.toString(), null, "it can't be opened; is it a pipe?");
        }
    }

    private static void closeLate(FutureTask<SeekableByteChannel> opening) {
        try (SeekableByteChannel late = opening.get()) {
            LOG.debug("{} was opened after all", late);
        } catch (ExecutionException | InterruptedException | IOException nothing) {
            LOG.debug("an opening that had timed out failed: {}", nothing.toString());
        }
    }

    private static void inBackground(Runnable work) {
        Vigil.daemon("opening").newThread(work).start();
    }

    private @Nullable Object regular(Path name) throws IOException {
        PosixFileAttributes attributes = look(name);
        if (!attributes.isRegularFile()) {
            throw new AccessDeniedException(name.toString(), null, "it is not a regular file");
        }
        return attributes.fileKey();
    }

    /** Deletes a file, a link, a pipe: anything but a directory. */
    public void delete(Path name) throws IOException {
        if (handle == null) {
            Files.delete(path.resolve(name));
        } else {
            handle.deleteFile(name);
        }
    }

    /** Deletes a directory that is empty. */
    public void deleteDirectory(Path name) throws IOException {
        if (handle == null) {
            Files.delete(path.resolve(name));
        } else {
            handle.deleteDirectory(name);
        }
    }

    /** Moves what has the name, whatever it is, to another directory of the same disk. */
    public void move(Path name, Folder target, Path as) throws IOException {
        if (handle == null || target.handle == null) {
            Files.move(path.resolve(name), target.path.resolve(as));
        } else {
            handle.move(name, target.handle, as);
        }
    }

    /** Lets its owner, and nobody else, do everything with a directory, also one that its owner closed to itself. */
    public void allow(Path name) throws IOException {
        try {
            view(name).setPermissions(PosixFilePermissions.fromString("rwx------"));
        } catch (AccessDeniedException closed) {
            if (Machine.isRoot()) {
                // Nothing is closed to root but what other machines hold, and a path may lead elsewhere by now.
                throw closed;
            }
            // To change a mode Java opens it first; by its path it need not be open.
            Files.setPosixFilePermissions(path.resolve(name), PosixFilePermissions.fromString("rwx------"));
        }
    }

    private PosixFileAttributeView view(Path name) {
        return handle == null
                ? Files.getFileAttributeView(path.resolve(name), PosixFileAttributeView.class, NO_LINK)
                : handle.getFileAttributeView(name, PosixFileAttributeView.class, NO_LINK);
    }

    @Override
    public void close() throws IOException {
        if (stuck) {
            // It waits for whatever is being opened.
            inBackground(() -> {
                try {
                    stream.close();
                } catch (IOException failed) {
                    LOG.debug("{} could not be closed: {}", path, failed.toString());
                }
            });
            return;
        }
        stream.close();
    }
}
