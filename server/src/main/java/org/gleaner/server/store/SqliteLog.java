package org.gleaner.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * SQLite's write-ahead log. What a transaction wrote there before it failed stays on the disk, and SQLite shortens the
 * log only after having copied it into the database, which needs room: a transaction that filled the disk would keep it
 * full for ever. So the end of the log that no commit follows is cut off here.
 *
 * <p>The format is documented and fixed (https://www.sqlite.org/fileformat2.html#walformat): a head of 32 bytes, then
 * frames of 24 bytes and a page each, which bear the salt of the head; one that ends a commit tells the database's
 * size. Nobody locks this file, so opening it here takes no lock away from SQLite.
 */
final class SqliteLog {
    private static final int MAGIC = 0x377f0682;
    private static final int HEAD = 32;
    private static final int PAGE_SIZE = 8;
    private static final int SALT = 16;
    private static final int FRAME_HEAD = 24;
    private static final int COMMITTED = 4;
    private static final int FRAME_SALT = 8;

    private final Path file;

    SqliteLog(Path database) {
        this.file = database.resolveSibling(database.getFileName() + "-wal");
    }

    /** To be called while nobody writes to the database. Whatever a reader may need is before the end of a commit. */
    void cut() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel log = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer head = ByteBuffer.allocate(HEAD);
            // The last bit says in which order its checksums are.
            if (!filled(log, head, 0) || (head.getInt(0) & ~1) != MAGIC) {
                return;
            }
            long end = committed(log, head.getInt(PAGE_SIZE), head.getLong(SALT));
            if (end < log.size()) {
                log.truncate(end);
            }
        }
    }

    private static long committed(FileChannel log, int pageSize, long salt) throws IOException {
        long end = HEAD;
        long step = (long) FRAME_HEAD + pageSize;
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD);
        for (long at = HEAD; filled(log, frame, at) && frame.getLong(FRAME_SALT) == salt; at += step) {
            if (frame.getInt(COMMITTED) != 0) {
                end = at + step;
            }
        }
        return end;
    }

    private static boolean filled(FileChannel log, ByteBuffer buffer, long at) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (log.read(buffer, at + buffer.position()) < 0) {
                return false;
            }
        }
        return true;
    }
}
