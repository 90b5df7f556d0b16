package org.gleaner.lab.fuzz;

import java.nio.charset.StandardCharsets;

/**
 * What is written to a connection.
 *
 * @param answerDue whether it is a whole request, so that a connection which ends without an answer is a fault of the
 *     server
 * @param headOnly whether the answer has no body whatever its headers say
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes on their way; nobody compares them.
record WireRequest(
        Operation operation, TokenHolder caller, byte[] bytes, End end, boolean answerDue, boolean headOnly) {
    private static final int SHOWN = 400;

    /** What comes after the bytes. */
    enum End {
        /** Nothing; the connection stays. */
        OPEN,
        /** Our side of the connection is closed in the middle. */
        CUT,
        /** More of the same, for as long as the server takes it. */
        ENDLESS
    }

    /** All of it, without what must not be shown. */
    String text() {
        return new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("(?i)Bearer [^\r\n]*", "Bearer ...");
    }

    /** The beginning of it. */
    String shown() {
        String text = text();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }
}
