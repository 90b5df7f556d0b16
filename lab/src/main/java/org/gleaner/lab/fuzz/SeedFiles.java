package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files that are right, for the fuzzer to begin with. */
final class SeedFiles {
    private static final int BLOCK = 512;

    private SeedFiles() {}

    static String text(String name) {
        return new String(Dictionary.bytes(name), UTF_8);
    }

    /** With names that the dice have chosen. */
    static byte[] zip(List<String> names) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            int number = 0;
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name + (number++ == 0 ? "" : "." + number)));
                zip.write("content".repeat(100).getBytes(UTF_8));
                zip.closeEntry();
            }
        } catch (IOException | IllegalArgumentException impossible) {
            throw new UncheckedIOException("memory can't fail", new IOException(impossible));
        }
        return bytes.toByteArray();
    }

    /** @param kinds of the entries as tar writes them: 0 file, 1 hard link, 2 symbolic link, 5 directory */
    static byte[] tar(List<String> names, List<Character> kinds, String link, long size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < names.size(); i++) {
            char kind = kinds.get(i % kinds.size());
            byte[] content = kind == '0' ? "content".repeat(100).getBytes(UTF_8) : new byte[0];
            bytes.writeBytes(header(names.get(i), kind, link, i == 1 && size != 0 ? size : content.length));
            fill(bytes, content);
        }
        end(bytes);
        return bytes.toByteArray();
    }

    /** One entry of a tar archive, with what it says of itself. */
    static void block(ByteArrayOutputStream bytes, String name, char kind, byte[] content) {
        bytes.writeBytes(header(name, kind, "", content.length));
        fill(bytes, content);
    }

    private static void fill(ByteArrayOutputStream bytes, byte[] content) {
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    static void end(ByteArrayOutputStream bytes) {
        bytes.writeBytes(new byte[2 * BLOCK]);
    }

    private static byte[] header(String name, char kind, String link, long size) {
        byte[] header = new byte[BLOCK];
        put(header, 0, 100, name);
        put(header, 100, 8, "0000644");
        put(header, 108, 8, "0000000");
        put(header, 116, 8, "0000000");
        put(header, 124, 12, String.format(Locale.ROOT, "%011o", size));
        put(header, 136, 12, "00000000000");
        put(header, 148, 8, "        ");
        header[156] = (byte) kind;
        put(header, 157, 100, link);
        put(header, 257, 8, "ustar\00000");
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, 8, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, int most, String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        System.arraycopy(bytes, 0, header, at, Math.min(most, bytes.length));
    }
}
