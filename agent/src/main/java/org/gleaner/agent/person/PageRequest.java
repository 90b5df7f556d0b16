package org.gleaner.agent.person;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the page. Of HTTP only as much as browsers need for it.
 *
 * @param query what stands behind the question mark
 * @param host as which we were called
 * @param form what was sent with a button
 */
record PageRequest(
        String method,
        String path,
        Map<String, String> query,
        @Nullable String host,
        Map<String, String> form) {
    private static final int MOST_PAIRS = 10;
    private static final String HEAD_END = "\r\n\r\n";

    PageRequest {
        query = Map.copyOf(query);
        form = Map.copyOf(form);
    }

    /** It can't be understood. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /** Reads what has arrived so far; empty while some is missing. */
    static Optional<PageRequest> read(byte[] arrived) throws Malformed {
        String text = new String(arrived, StandardCharsets.ISO_8859_1);
        int end = text.indexOf(HEAD_END);
        if (end < 0) {
            return Optional.empty();
        }
        String[] lines = text.substring(0, end).split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        if (first.length != 3 || !first[1].startsWith("/") || !first[2].startsWith("HTTP/1.")) {
            throw new Malformed("This is not an HTTP request.");
        }
        Map<String, String> headers = headers(lines);
        if (headers.containsKey("transfer-encoding")) {
            throw new Malformed("Content-Length is required.");
        }
        int begin = end + HEAD_END.length();
        int length = length(headers.getOrDefault("content-length", "0"));
        if (text.length() - begin < length) {
            return Optional.empty();
        }
        String[] target = first[1].split("\\?", 2);
        return Optional.of(new PageRequest(
                first[0],
                target[0],
                pairs(target.length > 1 ? target[1] : ""),
                headers.get("host"),
                pairs(text.substring(begin, begin + length))));
    }

    private static Map<String, String> headers(String[] lines) throws Malformed {
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = lines[i].substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
            String before = colon <= 0
                    ? null
                    : headers.put(name, lines[i].substring(colon + 1).strip());
            if (colon <= 0 || (before != null && name.equals("host"))) {
                throw new Malformed("This is not an HTTP request.");
            }
        }
        return headers;
    }

    private static int length(String text) throws Malformed {
        if (!text.matches("[0-9]{1,7}")) {
            throw new Malformed("Content-Length is invalid.");
        }
        return Integer.parseInt(text);
    }

    private static Map<String, String> pairs(String text) {
        Map<String, String> pairs = new HashMap<>();
        for (String pair : text.split("&", MOST_PAIRS)) {
            int at = pair.indexOf('=');
            if (at > 0) {
                try {
                    pairs.put(pair.substring(0, at), URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException malformed) {
                    return Map.of();
                }
            }
        }
        return pairs;
    }
}
