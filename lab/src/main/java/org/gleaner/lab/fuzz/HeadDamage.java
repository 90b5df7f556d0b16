package org.gleaner.lab.fuzz;

import java.util.List;

/** Spoils the line, the headers or the framing of a request. */
final class HeadDamage {
    private static final List<String> METHODS = List.of(
            "GET",
            "POST",
            "PUT",
            "DELETE",
            "HEAD",
            "PATCH",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "get",
            "PROPFIND",
            "X",
            "G\u0000T",
            "M".repeat(9000),
            "POST POST");
    private static final List<String> PARTS = List.of(
            "%2e%2e",
            "..",
            ".",
            "%00",
            "%2f",
            "%5c",
            "\\",
            "%",
            "%zz",
            "%ff%fe",
            "%c0%af",
            "%u0041",
            "a b",
            ";x=y",
            "%0d%0aX:%20y",
            "*",
            "0",
            "-1",
            "9223372036854775808",
            "1e3",
            "\u00e9",
            "%f0%9f%98%80",
            "#f",
            "?",
            "~root");
    private static final List<String> PATHS = List.of(
            "/",
            "*",
            "",
            "//",
            "/api/v1",
            "/api/v2/jobs",
            "/api/v1//jobs",
            "/API/V1/jobs",
            "/../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "http://elsewhere.example/api/v1/jobs",
            "http://[::1",
            "/api/v1/jobs/../nodes",
            "/api/v1/jobs;x=/1",
            "example.org:80",
            "/./health",
            "/health%00",
            "/health?%zz&=&&a=%ff",
            "\\health");
    private static final List<String> VALUES = List.of(
            "",
            "x",
            "-1",
            "0",
            "1",
            "5.5",
            "9223372036854775807",
            "9223372036854775808",
            "true",
            "%00",
            "%ff",
            "%zz",
            "a%0ab",
            "%ed%a0%80",
            "7,8",
            "[]",
            "..%2f..",
            "2026-13-45T99:99:99Z",
            "1000001",
            "all",
            "name:%00",
            "1.1-",
            "state:x",
            "+1",
            "1e3",
            "%F0%9F%98%80",
            "999999999-01-01T00:00:00Z",
            "-999999999-01-01T00:00:00Z");
    private static final List<String> TYPES = List.of(
            "text/plain",
            "application/xml",
            "application/json; charset=utf-16",
            "multipart/form-data; boundary=x",
            "",
            "application/x-www-form-urlencoded",
            "application/json;charset=no-such",
            "/",
            "a".repeat(500));
    private static final List<String> ENCODINGS =
            List.of("gzip", "deflate", "br", "identity", "gzip, gzip", "x", "", "GZIP", "compress;q=0");
    private static final List<String> LENGTHS = List.of(
            "-1",
            "+5",
            "5, 5",
            "5, 6",
            "9223372036854775807",
            "9223372036854775808",
            "99999999999999999999999",
            "x",
            "0x10",
            "1e3",
            "",
            "00000000000000000000005",
            "2147483648");
    private static final List<String> AUTHORIZATIONS = List.of(
            "Bearer",
            "Bearer ",
            "bearer x",
            "Basic YTpi",
            "Bearer \u00e9\u00e8",
            "Bearer " + "t".repeat(300),
            "Bearer a b c",
            "Negotiate",
            "");
    private static final List<String> RANGES = List.of(
            "bytes=0-0",
            "bytes=5-",
            "bytes=-1",
            "bytes=-0",
            "bytes=9-3",
            "bytes=0-0,2-3",
            "bytes=",
            "bytes=a-b",
            "bytes=99999999999999999999-",
            "items=0-1",
            "bytes=0-9223372036854775807",
            "bytes=-9223372036854775808",
            "bytes=" + "0-0,".repeat(500) + "1-1");
    private static final List<String> STRANGE = List.of(
            "Expect: 100-continue",
            "Expect: nonsense",
            "Host: other.example",
            "Connection: close",
            "Connection: upgrade",
            "Upgrade: h2c",
            "Accept: text/html",
            "Accept-Encoding: gzip;q=0, *",
            "If-None-Match: *",
            "Cookie: a=b",
            "X-Forwarded-For: 1.2.3.4, 5.6.7.8",
            "X-HTTP-Method-Override: DELETE",
            "TE: trailers",
            " folded: x",
            "No-Colon",
            ": no name",
            "Nul: a\u0000b",
            "Caf\u00e9: \u00e9",
            "Bare: a\rb",
            "Sp ace: x",
            "Trailer: X",
            "Idempotency-Key: ",
            "Idempotency-Key: k",
            "Idempotency-Key: " + "k".repeat(300),
            "Origin: null",
            "Content-Type: application/json\u0000",
            "Accept-Encoding: " + "gzip,".repeat(300),
            "Forwarded: for=\"[::1\"");
    private static final int HUGE = 20_000;

    private final Dice dice;

    HeadDamage(Dice dice) {
        this.dice = dice;
    }

    void spoil(Draft draft) {
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

    private void part(Draft draft) {
        int question = draft.target.indexOf('?');
        String path = question < 0 ? draft.target : draft.target.substring(0, question);
        String[] parts = path.split("/", -1);
        parts[dice.below(parts.length)] = dice.oneIn(10) ? "p".repeat(3000) : dice.of(PARTS);
        draft.target = String.join("/", parts) + (question < 0 ? "" : draft.target.substring(question));
    }

    private void query(Draft draft) {
        int equals = draft.target.lastIndexOf('=');
        if (equals < 0 || dice.oneIn(4)) {
            draft.target += (draft.target.contains("?") ? "&" : "?")
                    + dice.of(List.of("limit=", "from=", "x=", "select="))
                    + dice.of(VALUES);
        } else {
            draft.target = draft.target.substring(0, equals + 1) + dice.of(VALUES);
        }
    }

    private void replace(Draft draft, String header, String value) {
        if (!dice.oneIn(5)) {
            draft.withoutHeader(header);
        }
        draft.header(header, value);
    }

    private void oversize(Draft draft) {
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

    private void framing(Draft draft) {
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
                draft.style = dice.of(List.of(Draft.ChunkStyle.values()));
            }
        }
        // The server may go on waiting for bytes that were announced: it learns that none come.
        draft.end = WireRequest.End.CUT;
    }

    private void line(Draft draft) {
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
