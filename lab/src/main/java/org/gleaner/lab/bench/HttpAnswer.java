package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer of the server as its bytes arrive. */
final class HttpAnswer {
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final String LENGTH = "\r\ncontent-length:";
    private static final String SUCCESS = "HTTP/1.1 200 ";

    private HttpAnswer() {}

    /** Its body, if all of it has come; an exception if it is no success. */
    static byte @Nullable [] body(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf(END_OF_HEAD);
        if (end < 0) {
            return null;
        }
        String head = text.substring(0, end).toLowerCase(Locale.ROOT);
        int at = head.indexOf(LENGTH);
        int from = end + END_OF_HEAD.length();
        int length = at < 0 ? 0 : length(head, at + LENGTH.length());
        if (bytes.length - from < length) {
            return null;
        }
        if (!text.startsWith(SUCCESS)) {
            throw new IOException("the server answered " + text);
        }
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    private static int length(String head, int from) {
        int end = head.indexOf('\r', from);
        return Integer.parseInt(
                head.substring(from, end < 0 ? head.length() : end).strip());
    }
}
