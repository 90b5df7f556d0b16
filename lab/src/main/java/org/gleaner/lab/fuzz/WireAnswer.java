package org.gleaner.lab.fuzz;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came back.
 *
 * @param headers by their names in lower case
 * @param whole whether the body was read to its end; of long ones only the beginning is
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes on their way; nobody compares them.
record WireAnswer(Kind kind, int status, Map<String, String> headers, byte[] body, boolean whole) {
    private static final int REDIRECT = 300;

    /** How it ended. */
    enum Kind {
        ANSWERED,
        /** The connection ended without an answer. */
        CLOSED,
        /** Nothing came for as long as we waited. */
        SILENT,
        /** Something came that is not HTTP, or an answer that breaks off. */
        GARBLED
    }

    static WireAnswer without(Kind kind) {
        return new WireAnswer(kind, 0, new TreeMap<>(), new byte[0], true);
    }

    boolean isRefusal() {
        return status >= REDIRECT;
    }

    /** The column of the report that it belongs to. */
    String column() {
        if (kind != Kind.ANSWERED) {
            return kind.name().toLowerCase(Locale.ROOT);
        }
        return switch (status) {
            case 400, 401, 403, 404, 405, 409, 413, 422, 429 -> Integer.toString(status);
            default -> status / 100 + "xx";
        };
    }
}
