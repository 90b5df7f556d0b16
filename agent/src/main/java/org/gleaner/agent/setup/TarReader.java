package org.gleaner.agent.setup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tar archive entry by entry: the old form, POSIX with extended headers, GNU with long names. Everything in it
 * is untrusted. For one thread.
 */
final class TarReader {
    private static final int BLOCK = 512;
    private static final int LONGEST_EXTENSION = 1 << 20;
    private static final int MOST_EXTENSIONS = 1000;
    private static final byte[] SKIPPED = new byte[1 << 14];

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];
    private long left;
    private long padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /** What an entry is. */
    enum Kind {
        FILE,
        DIRECTORY,
        SYMBOLIC_LINK,
        HARD_LINK,
        /** A device, a pipe, a sparse file: nothing that we make. */
        OTHER
    }

    /** One entry; a file's content follows. */
    record Entry(String name, Kind kind, long size, boolean executable, String link) {}

    /** The next entry; null at the end. What was not read of the one before is skipped. */
    @Nullable
    Entry next() throws IOException, BadArchive {
        Map<String, String> extended = new LinkedHashMap<>();
        for (int i = 0; i < MOST_EXTENSIONS; i++) {
            skip(left + padding);
            left = 0;
            padding = 0;
            if (!readHeader()) {
                return null;
            }
            char type = (char) header[156];
            long size = number(124, 12);
            switch (type) {
                case 'x' -> extended.putAll(records(content(size)));
                case 'g' -> content(size);
                case 'L' -> extended.put("path", text(content(size)));
                case 'K' -> extended.put("linkpath", text(content(size)));
                default -> {
                    return entry(type, size, extended);
                }
            }
        }
        throw new BadArchive("it has too many extended headers");
    }

    /** Reads the current file's content; -1 at its end. */
    int read(byte[] buffer) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
            throw new EOFException("the archive ends in the middle of a file");
        }
        left -= read;
        return read;
    }

    private Entry entry(char type, long headerSize, Map<String, String> extended) throws BadArchive {
        String name = extended.getOrDefault("path", headerName());
        String link = extended.getOrDefault("linkpath", string(157, 100));
        Kind kind = extended.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse")) ? Kind.OTHER : kind(type);
        if (kind == Kind.FILE && name.endsWith("/")) {
            kind = Kind.DIRECTORY;
        }
        long size = headerSize;
        try {
            size = extended.containsKey("size") ? Long.parseLong(extended.get("size")) : headerSize;
        } catch (NumberFormatException damaged) {
            throw new BadArchive("it has an invalid size");
        }
        if (size < 0) {
            throw new BadArchive("it has a negative size");
        }
        boolean hasContent = kind == Kind.FILE || kind == Kind.OTHER;
        left = hasContent ? size : 0;
        padding = hasContent ? (BLOCK - size % BLOCK) % BLOCK : 0;
        return new Entry(name, kind, left, (number(100, 8) & 0111) != 0, link);
    }

    private static Kind kind(char type) {
        return switch (type) {
            case '0', '\0', '7' -> Kind.FILE;
            case '1' -> Kind.HARD_LINK;
            case '2' -> Kind.SYMBOLIC_LINK;
            case '5' -> Kind.DIRECTORY;
            default -> Kind.OTHER;
        };
    }

    private String headerName() {
        String prefix = string(257, 5).equals("ustar") && header[262] == 0 ? string(345, 155) : "";
        return prefix.isEmpty() ? string(0, 100) : prefix + "/" + string(0, 100);
    }

    /** False at the end, which is a block of zeros, or simply the end. */
    private boolean readHeader() throws IOException, BadArchive {
        int read = in.readNBytes(header, 0, BLOCK);
        if (read == 0) {
            return false;
        }
        if (read < BLOCK) {
            throw new BadArchive("it ends in the middle of a header");
        }
        int sum = 0;
        boolean empty = true;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
            empty &= header[i] == 0;
        }
        if (!empty && sum != number(148, 8)) {
            throw new BadArchive("it has a damaged header, or is not a tar archive");
        }
        return !empty;
    }

    private byte[] content(long size) throws IOException, BadArchive {
        if (size < 0 || size > LONGEST_EXTENSION) {
            throw new BadArchive("it has an extended header that is too long");
        }
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new BadArchive("it ends in the middle of a header");
        }
        skip((BLOCK - size % BLOCK) % BLOCK);
        return bytes;
    }

    /** Lines such as {@code 30 path=some/very/long/name}, where 30 is the length of the line. */
    private static Map<String, String> records(byte[] bytes) throws BadArchive {
        Map<String, String> records = new LinkedHashMap<>();
        int at = 0;
        while (at < bytes.length) {
            int blank = at;
            while (blank < bytes.length && bytes[blank] != ' ') {
                blank++;
            }
            int length;
            try {
                length = Integer.parseInt(new String(bytes, at, blank - at, StandardCharsets.UTF_8));
            } catch (NumberFormatException damaged) {
                throw new BadArchive("it has a damaged extended header");
            }
            int end = at + length;
            if (length < blank - at + 2 || end > bytes.length || end < at) {
                throw new BadArchive("it has a damaged extended header");
            }
            String record = new String(bytes, blank + 1, end - blank - 2, StandardCharsets.UTF_8);
            int equals = record.indexOf('=');
            if (equals > 0) {
                records.put(record.substring(0, equals), record.substring(equals + 1));
            }
            at = end;
        }
        return records;
    }

    private static String text(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private String string(int from, int most) {
        int end = from;
        while (end < from + most && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    /** Octal digits, or, for large numbers of GNU tar, bytes behind a set first bit. */
    private long number(int from, int length) throws BadArchive {
        if ((header[from] & 0x80) != 0) {
            long value = 0;
            for (int i = from + length - 8; i < from + length; i++) {
                value = (value << 8) | (header[i] & 0xff);
            }
            return value;
        }
        String digits = string(from, length).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException damaged) {
            throw new BadArchive("it has a damaged number in a header, or is not a tar archive");
        }
    }

    private void skip(long bytes) throws IOException {
        long rest = bytes;
        while (rest > 0) {
            int read = in.read(SKIPPED, 0, (int) Math.min(SKIPPED.length, rest));
            if (read < 0) {
                throw new EOFException("the archive ends too early");
            }
            rest -= read;
        }
    }
}
