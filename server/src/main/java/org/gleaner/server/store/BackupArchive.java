package org.gleaner.server.store;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.MemorySize;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * A backup in one file: a zip with a note, the database as SQLite, and content named by its hash. It holds no token and
 * no key. Whoever reads one trusts nothing in it: names are compared with what they may be, content with its hash;
 * what does not match is left out.
 */
public final class BackupArchive {
    private static final String NOTE = "gleaner-backup.txt";
    private static final String DATABASE = "gleaner.db";
    private static final String BLOBS = "blobs/";
    private static final int BUFFER = 1 << 16;

    private BackupArchive() {}

    /** Copies something into the archive. */
    public interface Content<E extends Exception> {
        void copyTo(OutputStream out) throws IOException, E;
    }

    /** Writes an archive, the database first. */
    public static final class Writer implements Closeable {
        private final ZipOutputStream zip;

        public Writer(OutputStream out) throws IOException {
            zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
            zip.setLevel(Deflater.BEST_SPEED);
            zip.putNextEntry(new ZipEntry(NOTE));
            zip.write("A backup of a Gleaner server. Restore it with 'gleaner restore FILE --data DIR'.\n"
                    .getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }

        public <E extends Exception> void database(Content<E> content) throws IOException, E {
            entry(DATABASE, content);
        }

        public <E extends Exception> void blob(BlobHash hash, Content<E> content) throws IOException, E {
            entry(BLOBS + hash.hex(), content);
        }

        private <E extends Exception> void entry(String name, Content<E> content) throws IOException, E {
            zip.putNextEntry(new ZipEntry(name));
            content.copyTo(zip);
            zip.closeEntry();
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }
    }

    /**
     * What was restored.
     *
     * @param missing contents that the database names and the archive does not have, or not as their hash says
     */
    public record Restored(long blobs, long missing) {}

    /**
     * Fills a data directory that is not there, or empty.
     *
     * @param login null keeps the database as a file in the directory
     */
    public static Restored restore(Path archive, Path data, @Nullable PostgresLogin login)
            throws IOException, StoreUnusable {
        if (Files.exists(data) && !(Files.isDirectory(data) && OwnerOnly.isEmpty(data))) {
            throw new StoreUnusable(
                    "The directory " + data + " is not empty.",
                    "A backup is restored only where nothing can be overwritten.",
                    "Name a directory that does not exist yet with --data.");
        }
        Path work = data.toAbsolutePath().resolveSibling(data.getFileName() + ".restoring");
        if (Files.exists(work)) {
            throw new StoreUnusable(
                    "The directory " + work + " already exists.",
                    "An interrupted restore left it, or another one is running.",
                    "Delete it if no other restore is running, then retry.");
        }
        OwnerOnly.directory(work);
        boolean well = false;
        try {
            Restored restored = unpack(archive, work, login);
            Files.deleteIfExists(data);
            Files.move(work, data);
            well = true;
            return restored;
        } finally {
            if (!well) {
                deleteTree(work);
            }
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static Restored unpack(Path archive, Path work, @Nullable PostgresLogin login)
            throws IOException, StoreUnusable {
        BlobStore blobs = BlobStore.open(work);
        checkRoom(archive, blobs.disk().free(), blobs.reserve());
        Path database = work.resolve(DATABASE);
        long count = 0;
        try (InputStream in = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(in, StandardCharsets.UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.equals(DATABASE) && !Files.exists(database)) {
                    copy(zip, database, blobs);
                } else if (name.startsWith(BLOBS) && BlobHash.isHash(name.substring(BLOBS.length()))) {
                    count += received(blobs, new BlobHash(name.substring(BLOBS.length())), zip);
                } else if (!name.equals(NOTE)) {
                    throw damaged(archive, "it has an unexpected entry", null);
                }
            }
        } catch (BlobProblem e) {
            if (e.kind() == BlobProblem.Kind.NOT_STORED || e.kind() == BlobProblem.Kind.UNUSABLE) {
                throw e;
            }
            throw damaged(archive, String.valueOf(e.getMessage()), e);
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw damaged(archive, String.valueOf(e.getMessage()), e);
        }
        if (!Files.exists(database)) {
            throw damaged(archive, "it has no database", null);
        }
        SqliteFile file = new SqliteFile(database);
        int version = file.checked();
        long missing = missing(file, blobs);
        mark(work, file, version, login);
        if (login != null) {
            new PostgresDatabase(login).fill(database, Schema.VERSION);
            Files.delete(database);
        }
        return new Restored(count, missing);
    }

    /** How many: what was damaged when an early version made the backup is missing like what was lost. */
    private static int received(BlobStore blobs, BlobHash hash, InputStream content) throws IOException {
        try {
            blobs.receive(hash, "restore", 0, content);
            return 1;
        } catch (BlobProblem problem) {
            if (problem.kind() != BlobProblem.Kind.HASH_MISMATCH) {
                throw problem;
            }
            return 0;
        }
    }

    /** Before the first byte, since hours may lie between it and the one that no longer fits. */
    static void checkRoom(Path archive, long free, long reserve) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            long content = zip.stream()
                    .mapToLong(entry -> Math.max(0, entry.getSize()))
                    .sum();
            boolean files = zip.stream().anyMatch(entry -> entry.getName().startsWith(BLOBS));
            long needed = content + (files ? reserve : 0);
            if (needed > free) {
                throw new IOException("the backup needs " + new MemorySize(needed) + " of disk space"
                        + (files ? ", including " + new MemorySize(reserve) + " reserved for the database" : ""));
            }
        } catch (ZipException damaged) {
            // Where and how is told when it is read.
        }
    }

    /** Directory and database belong together from now on, and neither to those that the backup was made of. */
    private static void mark(Path work, SqliteFile file, int version, @Nullable PostgresLogin login)
            throws IOException, StoreUnusable {
        try {
            if (version < Schema.VERSION) {
                file.migrate();
            }
            try (SqlSession session = file.writer()) {
                new DirectoryMark(work, login == null ? file : new PostgresDatabase(login)).renew(session);
            }
        } catch (SQLException | StoreException | FlywayException e) {
            throw new StoreUnusable(
                    "The backup can't be restored.",
                    "Its database can't be upgraded: " + e.getMessage(),
                    "Use another backup; nothing was changed.",
                    e);
        }
    }

    /** As long as the disk has room for more than just this. */
    private static void copy(InputStream in, Path target, BlobStore blobs) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (FileChannel channel = OwnerOnly.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            long copied = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                copied += read;
                if (copied % (BUFFER * 256L) < read && blobs.disk().free() < BUFFER * 1024L) {
                    throw new IOException("the disk is full");
                }
            }
            // Who is told that it is restored may rely on it.
            channel.force(true);
        }
    }

    private static long missing(SqliteFile file, BlobStore blobs) throws StoreUnusable {
        try (SqlSession session = file.reader()) {
            return session.list("SELECT DISTINCT hash FROM blob_ref", row -> row.getBytes(1)).stream()
                    .filter(hash -> !blobs.has(new BlobHash(HexFormat.of().formatHex(hash))))
                    .count();
        } catch (SQLException | StoreException | IllegalArgumentException e) {
            throw new StoreUnusable(
                    "The backup can't be restored.",
                    "Its database can't be read: " + e.getMessage(),
                    "Use another backup; nothing was changed.",
                    e);
        }
    }

    private static StoreUnusable damaged(Path archive, String why, @Nullable Throwable cause) {
        return new StoreUnusable(
                "The backup " + archive + " can't be restored.",
                "It is damaged or not a Gleaner backup: " + why + ".",
                "Use another backup; nothing was changed.",
                cause);
    }
}
