package org.gleaner.server.archive;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** Bytes that are written first and read later; on a disk if they are many. Not thread-safe. */
public final class Spill implements Closeable {
    private static final int IN_MEMORY = 256 << 10;

    /** A new file, which is gone when it is closed. */
    public interface Scratch {
        FileChannel open() throws IOException;
    }

    /** Asked before so many bytes more go to the disk. */
    public interface Space {
        void check(long more) throws IOException;
    }

    private final Scratch scratch;
    private final Space space;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable FileChannel file;
    private long readFrom;

    public Spill(Scratch scratch, Space space) {
        this.scratch = scratch;
        this.space = space;
    }

    void write(byte[] bytes, int length) throws IOException {
        memory.write(bytes, 0, length);
        if (memory.size() >= IN_MEMORY) {
            flush();
        }
    }

    private void flush() throws IOException {
        FileChannel to = file;
        if (to == null) {
            to = scratch.open();
            file = to;
        }
        space.check(memory.size());
        ByteBuffer all = ByteBuffer.wrap(memory.toByteArray());
        while (all.hasRemaining()) {
            to.write(all);
        }
        memory.reset();
    }

    /** The next bytes of those that were written; negative: there are no more. Nothing is written any more. */
    int read(byte[] into) throws IOException {
        FileChannel from = file;
        if (from == null) {
            byte[] all = memory.toByteArray();
            int some = (int) Math.min(into.length, all.length - readFrom);
            System.arraycopy(all, (int) readFrom, into, 0, some);
            readFrom += some;
            return some == 0 ? -1 : some;
        }
        if (memory.size() > 0) {
            flush();
        }
        int some = from.read(ByteBuffer.wrap(into), readFrom);
        readFrom += Math.max(0, some);
        return some;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
