package org.gleaner.agent.setup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Writes tar archives, also such as no program would write. */
public final class Tar {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public Tar file(String name, String content) {
        return entry(name, '0', "", content.getBytes(StandardCharsets.UTF_8), 0644);
    }

    public Tar script(String name, String content) {
        return entry(name, '0', "", content.getBytes(StandardCharsets.UTF_8), 0755);
    }

    public Tar symbolicLink(String name, String target) {
        return entry(name, '2', target, new byte[0], 0777);
    }

    public Tar entry(String name, char type, String link, byte[] content, int mode) {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, octal(mode, 7));
        put(header, 108, octal(0, 7));
        put(header, 116, octal(0, 7));
        put(header, 124, octal(content.length, 11));
        put(header, 136, octal(0, 11));
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 8 * ' ';
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, octal(sum, 6));
        header[155] = ' ';
        out.writeBytes(header);
        out.writeBytes(content);
        out.writeBytes(new byte[(512 - content.length % 512) % 512]);
        return this;
    }

    /** The archive as it is so far, without its end. */
    public byte[] open() {
        return out.toByteArray();
    }

    public byte[] bytes() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(out.toByteArray());
        whole.writeBytes(new byte[1024]);
        return whole.toByteArray();
    }

    public byte[] zipped() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(bytes());
        }
        return zipped.toByteArray();
    }

    private static String octal(long value, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "o", value);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
