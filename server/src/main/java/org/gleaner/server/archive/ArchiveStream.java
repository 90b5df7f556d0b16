package org.gleaner.server.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An archive that is made piece by piece while somebody reads it, so that it takes the same memory however much is in
 * it. If anything can't be read, reading fails: half an archive never looks like a whole one. Not thread-safe.
 */
public final class ArchiveStream extends InputStream {
    private static final int PIECE = 32 << 10;

    private final ArchiveEntry.Source entries;
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();
    /** What was made before and is not read yet. */
    private ByteBuffer ready = ByteBuffer.allocate(0);

    private final ArchiveFormat format;
    private final byte[] piece = new byte[PIECE];
    private @Nullable ArchiveEntry current;
    private @Nullable InputStream content;
    private long left;
    private boolean noMore;
    private boolean over;

    private ArchiveStream(ArchiveEntry.Source entries, ArchiveFormat.Maker maker) throws IOException {
        this.entries = entries;
        this.format = maker.writeTo(made);
    }

    /** @param at the time that all files get */
    public static ArchiveStream zip(ArchiveEntry.Source entries, Spill spill, Instant at) throws IOException {
        return new ArchiveStream(entries, out -> new ZipFormat(out, spill, at));
    }

    /** The same with another largest number that is told in the old way. */
    static ArchiveStream zip(ArchiveEntry.Source entries, Spill spill, Instant at, long most) throws IOException {
        return new ArchiveStream(entries, out -> new ZipFormat(out, spill, at, most));
    }

    public static ArchiveStream tarGz(ArchiveEntry.Source entries, Instant at) throws IOException {
        return new ArchiveStream(entries, out -> new TarGzFormat(out, at));
    }

    /** Takes what is ready and, once all of that is read, what was made since. */
    private int take(byte[] into, int offset, int length) {
        if (ready.remaining() == 0) {
            ready = ByteBuffer.wrap(made.toByteArray());
            made.reset();
        }
        int some = Math.min(length, ready.remaining());
        ready.get(into, offset, some);
        return some;
    }

    private boolean isEmpty() {
        return ready.remaining() == 0 && made.size() == 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (isEmpty() && !over) {
            step();
        }
        return isEmpty() && length > 0 ? -1 : take(into, offset, length);
    }

    private void step() throws IOException {
        if (content != null && current != null) {
            copy(current, content);
        } else if (noMore) {
            over = format.finish();
        } else {
            next();
        }
    }

    private void next() throws IOException {
        ArchiveEntry entry = entries.next();
        if (entry == null) {
            noMore = true;
            return;
        }
        format.begin(entry);
        ArchiveEntry.Content opened = entry.content();
        if (opened == null) {
            format.end();
        } else {
            current = entry;
            left = entry.size();
            content = opened.open();
        }
    }

    private void copy(ArchiveEntry entry, InputStream from) throws IOException {
        int read = from.read(piece);
        left -= Math.max(0, read);
        if (left < 0 || (read < 0 && left > 0)) {
            throw new IOException(entry.name() + " does not have the expected length");
        }
        if (read < 0) {
            content = null;
            from.close();
            format.end();
        } else {
            format.write(piece, read);
        }
    }

    @Override
    public void close() throws IOException {
        over = true;
        try (format) {
            if (content != null) {
                content.close();
            }
        }
    }
}
