package org.gleaner.lab.fuzz;

import java.util.List;

/** Spoils the line, the headers or the framing of a request. */
record HeadDamage(Dice dice) {
    private static final List<String> METHODS = Dictionary.of("methods");
    private static final List<String> PARTS = Dictionary.of("path parts");
    private static final List<String> PATHS = Dictionary.of("paths");
    private static final List<String> VALUES = Dictionary.of("parameters");
    private static final List<String> TYPES = Dictionary.of("content types");
    private static final List<String> ENCODINGS = Dictionary.of("encodings");
    private static final List<String> LENGTHS = Dictionary.of("lengths");
    private static final List<String> AUTHORIZATIONS = Dictionary.of("authorizations");
    private static final List<String> RANGES = Dictionary.of("ranges");
    private static final List<String> STRANGE = Dictionary.of("header lines");
    private static final int HUGE = 20_000;

    void spoil(RequestDraft draft) {
        switch (dice.below(16)) {
            case 0 -> draft.method = dice.of(METHODS);
            case 1 -> draft.target = dice.of(PATHS);
            case 2, 3 -> part(draft);
            case 4, 5, 6 -> query(draft);
            case 7 -> replace(draft, "Content-Type", dice.of(TYPES));
            case 8 -> replace(draft, "Content-Encoding", dice.of(ENCODINGS));
            case 9 -> replace(draft, "Authorization", dice.of(AUTHORIZATIONS));
            case 10 -> replace(draft, "Range", dice.of(RANGES));
            case 11, 12 -> draft.headers.add(dice.below(draft.headers.size() + 1), dice.of(STRANGE));
            case 13 -> oversize(draft);
            case 14 -> framing(draft);
            default -> line(draft);
        }
        // Whether what came of it is still a request is for the server to say; it may end the connection.
        draft.answerDue = false;
    }

    private void part(RequestDraft draft) {
        int question = draft.target.indexOf('?');
        String path = question < 0 ? draft.target : draft.target.substring(0, question);
        String[] parts = path.split("/", -1);
        parts[dice.below(parts.length)] = dice.oneIn(10) ? "p".repeat(3000) : dice.of(PARTS);
        draft.target = String.join("/", parts) + (question < 0 ? "" : draft.target.substring(question));
    }

    private void query(RequestDraft draft) {
        int equals = draft.target.lastIndexOf('=');
        if (equals < 0 || dice.oneIn(4)) {
            draft.target += (draft.target.contains("?") ? "&" : "?")
                    + dice.of(List.of("limit=", "from=", "x=", "select="))
                    + dice.of(VALUES);
        } else {
            draft.target = draft.target.substring(0, equals + 1) + dice.of(VALUES);
        }
    }

    private void replace(RequestDraft draft, String header, String value) {
        if (!dice.oneIn(5)) {
            draft.withoutHeader(header);
        }
        draft.header(header, value);
    }

    private void oversize(RequestDraft draft) {
        switch (dice.below(4)) {
            case 0 -> draft.header("X-Long", "v".repeat(HUGE));
            case 1 -> {
                for (int i = 0; i < 2000; i++) {
                    draft.header("X-" + i, "v");
                }
            }
            case 2 -> draft.target += (draft.target.contains("?") ? "&" : "?") + "q=" + "%41".repeat(HUGE / 3);
            default -> draft.target += "/" + "a/".repeat(2000);
        }
    }

    private void framing(RequestDraft draft) {
        switch (dice.below(5)) {
            case 0 -> draft.length = dice.of(LENGTHS);
            case 1 -> {
                draft.chunked = true;
                draft.length = dice.of(LENGTHS);
            }
            case 2 -> {
                draft.chunked = true;
                draft.header(
                        "Transfer-Encoding", dice.of(List.of("chunked", "gzip", "identity", "x", "chunked, gzip")));
            }
            default -> {
                draft.chunked = true;
                draft.style = dice.of(List.of(RequestDraft.ChunkStyle.values()));
            }
        }
        // The server may go on waiting for bytes that were announced: it learns that none come.
        draft.end = WireRequest.End.CUT;
    }

    private void line(RequestDraft draft) {
        switch (dice.below(4)) {
            case 0 ->
                draft.version = dice.of(List.of("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "http/1.1", "", "X"));
            case 1 -> draft.withoutHeader("Host");
            case 2 -> draft.method = "\r\n\r\n" + draft.method;
            default ->
                draft.method =
                        dice.of(List.of("\u0016\u0003\u0001", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", " ", "\u0000"));
        }
        draft.end = WireRequest.End.CUT;
    }
}
