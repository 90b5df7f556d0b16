package org.gleaner.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A zip with as many and as large files as there are (zip64). Java's own keeps something of every file in memory; here
 * the directory, which comes last, is spilled. Sizes stand behind each file, as nobody knows them before.
 */
final class ZipFormat implements ArchiveFormat {
    private static final int LOCAL = 0x04034b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int END_64_LENGTH = 56;
    private static final short VERSION = 20;
    private static final short VERSION_64 = 45;
    /** By a program on a Unix, so that rights count. */
    private static final short MADE_BY = (3 << 8) | VERSION_64;
    /** Sizes follow; names are UTF-8. */
    private static final short FLAGS = (1 << 3) | (1 << 11);

    private static final short DEFLATED = 8;
    private static final short EXTRA_64 = 1;
    private static final long MOST = 0xffff_ffffL;
    private static final int MOST_FILES = 0xffff;
    /** What deflating may add to content that does not shrink, of 4 GB. */
    private static final long SLACK = 2 << 20;

    private static final int FILE = 0100644;
    private static final int PROGRAM = 0100755;
    private static final int DIRECTORY = 040755;
    private static final int BUFFER = 32 << 10;

    private final OutputStream out;
    private final Spill directory;
    private final long most;
    private final int time;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER];
    private ArchiveEntry current = ArchiveEntry.directory("none");
    private long written;
    private long begun;
    private long contentBegun;
    private long size;
    private long files;
    private long directoryBegun = -1;

    ZipFormat(OutputStream out, Spill directory, Instant at) {
        this(out, directory, at, MOST);
    }

    /** @param most the largest number that is told in the old way */
    ZipFormat(OutputStream out, Spill directory, Instant at, long most) {
        this.out = out;
        this.most = most;
        this.directory = directory;
        OffsetDateTime when = at.atOffset(ZoneOffset.UTC);
        int day = (Math.max(0, when.getYear() - 1980) << 9) | (when.getMonthValue() << 5) | when.getDayOfMonth();
        this.time = (day << 16) | (when.getHour() << 11) | (when.getMinute() << 5) | (when.getSecond() / 2);
    }

    @Override
    public void begin(ArchiveEntry entry) throws IOException {
        current = entry;
        begun = written;
        byte[] name = name(entry);
        boolean wide = isWide(entry);
        ByteBuffer head = little(30 + name.length + (wide ? 20 : 0));
        head.putInt(LOCAL)
                .putShort(wide ? VERSION_64 : VERSION)
                .putShort(FLAGS)
                .putShort(DEFLATED)
                .putInt(time)
                .putInt(0)
                .putInt(wide ? -1 : 0)
                .putInt(wide ? -1 : 0)
                .putShort((short) name.length)
                .putShort((short) (wide ? 20 : 0))
                .put(name);
        if (wide) {
            head.putShort(EXTRA_64).putShort((short) 16).putLong(0).putLong(0);
        }
        put(head);
        crc.reset();
        deflater.reset();
        contentBegun = written;
        size = 0;
    }

    /** Whether its sizes may not fit 32 bits; what stands before and behind it must agree on that. */
    private boolean isWide(ArchiveEntry entry) {
        return entry.size() > most - SLACK;
    }

    private static byte[] name(ArchiveEntry entry) {
        String name = EverywhereName.of(entry.name());
        return (entry.content() == null ? name + "/" : name).getBytes(UTF_8);
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        crc.update(bytes, 0, length);
        size += length;
        deflater.setInput(bytes, 0, length);
        while (!deflater.needsInput()) {
            put(buffer, deflater.deflate(buffer));
        }
    }

    @Override
    public void end() throws IOException {
        deflater.finish();
        while (!deflater.finished()) {
            put(buffer, deflater.deflate(buffer));
        }
        long packed = written - contentBegun;
        boolean wide = isWide(current);
        ByteBuffer sizes = little(wide ? 24 : 16);
        sizes.putInt(DESCRIPTOR).putInt((int) crc.getValue());
        if (wide) {
            sizes.putLong(packed).putLong(size);
        } else {
            sizes.putInt((int) packed).putInt((int) size);
        }
        put(sizes);
        files++;
        list(packed);
    }

    private void list(long packed) throws IOException {
        byte[] name = name(current);
        boolean wide = isWide(current);
        boolean far = begun >= most;
        int extra = (wide ? 16 : 0) + (far ? 8 : 0);
        int mode = current.content() == null ? DIRECTORY : current.executable() ? PROGRAM : FILE;
        ByteBuffer line = little(46 + name.length + (extra > 0 ? 4 + extra : 0));
        line.putInt(CENTRAL)
                .putShort(MADE_BY)
                .putShort(extra > 0 ? VERSION_64 : VERSION)
                .putShort(FLAGS)
                .putShort(DEFLATED)
                .putInt(time)
                .putInt((int) crc.getValue())
                .putInt(wide ? -1 : (int) packed)
                .putInt(wide ? -1 : (int) size)
                .putShort((short) name.length)
                .putShort((short) (extra > 0 ? 4 + extra : 0))
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt((mode << 16) | (current.content() == null ? 0x10 : 0))
                .putInt(far ? -1 : (int) begun)
                .put(name);
        if (extra > 0) {
            line.putShort(EXTRA_64).putShort((short) extra);
            if (wide) {
                line.putLong(size).putLong(packed);
            }
            if (far) {
                line.putLong(begun);
            }
        }
        byte[] bytes = bytes(line);
        directory.write(bytes, bytes.length);
    }

    @Override
    public boolean finish() throws IOException {
        if (directoryBegun < 0) {
            directoryBegun = written;
        }
        int some = directory.read(buffer);
        if (some > 0) {
            put(buffer, some);
            return false;
        }
        long length = written - directoryBegun;
        if (files >= MOST_FILES || length >= most || directoryBegun >= most) {
            put(end64(length));
        }
        short count = (short) Math.min(files, MOST_FILES);
        put(little(22)
                .putInt(END)
                .putInt(0)
                .putShort(count)
                .putShort(count)
                .putInt(told(length))
                .putInt(told(directoryBegun))
                .putShort((short) 0));
        return true;
    }

    /** All bits say that the other place tells it. */
    private int told(long number) {
        return number >= most ? -1 : (int) number;
    }

    private ByteBuffer end64(long length) {
        return little(END_64_LENGTH + 20)
                .putInt(END_64)
                .putLong(END_64_LENGTH - 12)
                .putShort(MADE_BY)
                .putShort(VERSION_64)
                .putInt(0)
                .putInt(0)
                .putLong(files)
                .putLong(files)
                .putLong(length)
                .putLong(directoryBegun)
                .putInt(LOCATOR_64)
                .putInt(0)
                .putLong(written)
                .putInt(1);
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer filled) {
        byte[] bytes = new byte[filled.flip().remaining()];
        filled.get(bytes);
        return bytes;
    }

    private void put(ByteBuffer filled) throws IOException {
        byte[] bytes = bytes(filled);
        put(bytes, bytes.length);
    }

    private void put(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        written += length;
    }

    @Override
    public void close() throws IOException {
        deflater.end();
        directory.close();
    }
}
