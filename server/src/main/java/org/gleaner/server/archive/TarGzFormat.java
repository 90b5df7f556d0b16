package org.gleaner.server.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A tar inside of gzip. Names and sizes that its old heads can't hold stand in heads of their own (pax). */
final class TarGzFormat implements ArchiveFormat {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final long LARGEST = (1L << 33) - 1;
    private static final int FILE = 0644;
    private static final int PROGRAM = 0755;

    private final QuickGzip gzip;
    private final long seconds;
    private long size;

    TarGzFormat(OutputStream out, Instant at) throws IOException {
        this.gzip = new QuickGzip(out);
        this.seconds = at.getEpochSecond();
    }

    private static final class QuickGzip extends GZIPOutputStream {
        QuickGzip(OutputStream out) throws IOException {
            super(out, 32 << 10);
            def.setLevel(Deflater.BEST_SPEED);
        }

        void release() {
            def.end();
        }
    }

    @Override
    public void begin(ArchiveEntry entry) throws IOException {
        boolean directory = entry.content() == null;
        String name = directory ? entry.name() + "/" : entry.name();
        byte[] bytes = name.getBytes(UTF_8);
        boolean plain = bytes.length <= LONGEST_NAME && bytes.length == name.length();
        if (!plain || entry.size() > LARGEST) {
            byte[] more = (record("path", name) + record("size", Long.toString(entry.size()))).getBytes(UTF_8);
            head(new byte[0], more.length, FILE, 'x');
            gzip.write(more);
            pad(more.length);
        }
        size = 0;
        long told = entry.size() > LARGEST ? 0 : entry.size();
        head(
                plain ? bytes : new byte[0],
                told,
                directory || entry.executable() ? PROGRAM : FILE,
                directory ? '5' : '0');
    }

    /** A line that begins with its own length. */
    private static String record(String key, String value) {
        int rest = (" " + key + "=" + value + "\n").getBytes(UTF_8).length;
        int length = rest;
        while (length != rest + Integer.toString(length).length()) {
            length = rest + Integer.toString(length).length();
        }
        return length + " " + key + "=" + value + "\n";
    }

    private void head(byte[] name, long bytes, int mode, char kind) throws IOException {
        byte[] head = new byte[BLOCK];
        System.arraycopy(name, 0, head, 0, name.length);
        octal(head, 100, 8, mode);
        octal(head, 108, 8, 0);
        octal(head, 116, 8, 0);
        octal(head, 124, 12, bytes);
        octal(head, 136, 12, seconds);
        Arrays.fill(head, 148, 156, (byte) ' ');
        head[156] = (byte) kind;
        System.arraycopy("ustar\00000".getBytes(US_ASCII), 0, head, 257, 8);
        int sum = 0;
        for (byte one : head) {
            sum += one & 0xff;
        }
        octal(head, 148, 7, sum);
        gzip.write(head);
    }

    private static void octal(byte[] head, int at, int width, long value) {
        String digits = String.format(Locale.ROOT, "%0" + (width - 1) + "o", value);
        System.arraycopy(digits.getBytes(US_ASCII), 0, head, at, width - 1);
        head[at + width - 1] = 0;
    }

    private void pad(long length) throws IOException {
        gzip.write(new byte[(int) ((BLOCK - length % BLOCK) % BLOCK)]);
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        gzip.write(bytes, 0, length);
        size += length;
    }

    @Override
    public void end() throws IOException {
        pad(size);
    }

    @Override
    public boolean finish() throws IOException {
        gzip.write(new byte[2 * BLOCK]);
        gzip.finish();
        return true;
    }

    @Override
    public void close() {
        gzip.release();
    }
}
