package org.gleaner.server.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of zeros in the data directory that is thrown overboard when the disk is full: a database can't even be read
 * without some room for its log, and nobody could delete what fills the disk. Thread-safe.
 */
public final class Ballast {
    public static final String FILE = "ballast";

    /** Enough for the database's log and for deleting some jobs. */
    public static final long SIZE = 8L << 20;

    private static final int BLOCK = 1 << 16;

    private final Path file;
    private final long reserve;

    /** @param reserve bytes of the disk that are left free beside it when it is made */
    public Ballast(Path data, long reserve) {
        this.file = data.resolve(FILE);
        this.reserve = reserve;
    }

    /** Whether the disk is so full that the server may not start. */
    public boolean isNeeded() throws IOException {
        Path data = file.toAbsolutePath().getParent();
        return data != null
                && Files.isDirectory(data)
                && Files.getFileStore(data).getUsableSpace() < SIZE / 2;
    }

    public boolean isThere() {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes room; false if there is none to be made. */
    public boolean drop() throws IOException {
        return Files.deleteIfExists(file);
    }

    /** Makes it if it is missing and there is plenty of room. Zeros are written: a file with holes takes no room. */
    public void load() throws IOException {
        Path data = file.toAbsolutePath().getParent();
        boolean there = isThere() && Files.size(file) >= SIZE;
        if (there || data == null || Files.getFileStore(data).getUsableSpace() < reserve + SIZE) {
            return;
        }
        if (Files.isSymbolicLink(file)) {
            // Nobody knows where it leads.
            Files.delete(file);
        }
        boolean whole = false;
        try (FileChannel out =
                OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            for (long written = 0; written < SIZE; written += BLOCK) {
                ByteBuffer block = ByteBuffer.allocate(BLOCK);
                while (block.hasRemaining()) {
                    out.write(block);
                }
            }
            whole = true;
        } finally {
            if (!whole) {
                drop();
            }
        }
    }
}
