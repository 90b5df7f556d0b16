package org.gleaner.lab.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A request that is being made. Confined to one thread. */
final class RequestDraft {
    private static final int CHUNK = 700;

    String method;
    String target;
    String version = "HTTP/1.1";
    byte[] body;
    boolean hasBody;
    boolean chunked;
    boolean answerDue = true;
    WireRequest.End end = WireRequest.End.OPEN;
    /** Lines without their end; bytes of them are the low ones of each character. */
    final List<String> headers = new ArrayList<>();
    /** Said instead of the real one if not empty. */
    String length = "";
    /** What stands between, before and behind chunks; our own unless it is spoilt. */
    ChunkStyle style = ChunkStyle.RIGHT;

    /** Ways to write a chunked body. */
    enum ChunkStyle {
        RIGHT,
        EXTENDED,
        TRAILERS,
        NO_SIZE,
        NEGATIVE,
        OVERFLOW,
        NO_END_OF_LINE,
        TOO_SHORT,
        LONG_EXTENSION,
        NO_LAST
    }

    RequestDraft(String method, String target) {
        this.method = method;
        this.target = target;
        this.body = new byte[0];
    }

    void header(String name, String value) {
        headers.add(name + ": " + value);
    }

    void withoutHeader(String name) {
        headers.removeIf(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"));
    }

    byte[] bytes() {
        StringBuilder head = new StringBuilder(method + " " + target + " " + version + "\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        if (chunked) {
            head.append("Transfer-Encoding: chunked\r\n");
        }
        if (!length.isEmpty() || (hasBody && !chunked)) {
            head.append("Content-Length: " + (length.isEmpty() ? body.length : length) + "\r\n");
        }
        head.append("\r\n");
        ByteArrayOutputStream all = new ByteArrayOutputStream(head.length() + body.length + 64);
        all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (chunked) {
            chunks(all);
        } else {
            all.writeBytes(body);
        }
        return all.toByteArray();
    }

    private void chunks(ByteArrayOutputStream all) {
        for (int from = 0; from < body.length; from += CHUNK) {
            int size = Math.min(CHUNK, body.length - from);
            ascii(all, sizeLine(size));
            all.write(body, from, size);
            ascii(all, style == ChunkStyle.NO_END_OF_LINE ? "" : "\r\n");
        }
        if (style == ChunkStyle.TRAILERS) {
            ascii(all, "0\r\nX-Checksum: 5\r\n\r\n");
        } else if (style != ChunkStyle.NO_LAST) {
            ascii(all, "0\r\n\r\n");
        }
    }

    private String sizeLine(int size) {
        String hex = Integer.toHexString(size);
        return switch (style) {
            case EXTENDED -> hex + ";name=value\r\n";
            case LONG_EXTENSION -> hex + ";" + "e".repeat(1 << 16) + "\r\n";
            case NO_SIZE -> "zz\r\n";
            case NEGATIVE -> "-" + hex + "\r\n";
            case OVERFLOW -> "fffffffffffffffff\r\n";
            case TOO_SHORT -> Integer.toHexString(Math.max(1, size / 2)) + "\r\n";
            default -> hex + "\r\n";
        };
    }

    private static void ascii(ByteArrayOutputStream all, String text) {
        all.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
