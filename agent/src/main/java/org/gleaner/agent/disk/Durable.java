package org.gleaner.agent.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.agent.machine.QuietCommand;
import org.jspecify.annotations.Nullable;

/** Writes that survive a crash: temporary name, fsync, rename, fsync of the directory. */
public final class Durable {
    private static final Duration LONGEST_SYNC = Duration.ofMinutes(5);
    private static final Set<OpenOption> FRESH = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private Durable() {}

    /** Replaces the file's content; a reader sees the old or the new, never a part. Only the owner may read it. */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, content, null);
    }

    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for the owner of the directory, who need not be who writes: root may speak to anybody's agent. */
    public static void writeForOwner(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        write(file, text.getBytes(StandardCharsets.UTF_8), directory == null ? null : Files.getOwner(directory));
    }

    private static void write(Path file, byte[] content, @Nullable UserPrincipal owner) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        // If somebody lays a link in its place meanwhile, nothing behind that is written to or given away.
        try (FileChannel channel = FileChannel.open(temporary, FRESH, PRIVATE)) {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(temporary, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (owner != null && !owner.equals(view.getOwner())) {
                view.setOwner(owner);
            }
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        } catch (IOException failed) {
            // On a full disk even this little is worth having back.
            Files.deleteIfExists(temporary);
            throw failed;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            sync(directory);
        }
    }

    /**
     * Forces all that is below a directory to the disk. The system is asked once for the whole disk: thousands of files
     * one by one would take minutes, which is done only where it can't be asked.
     */
    public static void syncAll(Path directory) throws IOException, InterruptedException {
        if (QuietCommand.run(LONGEST_SYNC, List.of("sync", "-f", directory.toString())) == 0) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (!Files.isSymbolicLink(path)) {
                    sync(path);
                }
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /** Forces a file or a directory to the disk. */
    public static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
