package org.gleaner.client.description;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text of files that people wrote. */
final class FileText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private FileText() {}

    /** What is in a file of UTF-8. */
    static String of(byte[] content) throws CharacterCodingException {
        return withoutMark(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(content))
                .toString());
    }

    /** Some editors begin a file with a mark that nobody sees; it is no part of what they wrote. */
    static String withoutMark(String text) {
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }
}
