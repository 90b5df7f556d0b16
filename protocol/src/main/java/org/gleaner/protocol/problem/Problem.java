package org.gleaner.protocol.problem;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A refusal or failure as it travels (RFC 9457).
 *
 * @param code stable; programs branch on it, never on a text
 * @param detail one sentence: what happened and why
 * @param remedy what to do next
 * @param instance the request's id, which the server's log also has; may be empty
 * @param extra the problem's own fields: each a {@link String}, a {@link Long} or a list of {@link String}
 */
public record Problem(
        String code,
        String title,
        int status,
        String detail,
        String remedy,
        String instance,
        SortedMap<String, Object> extra) {
    public static final String MEDIA_TYPE = "application/problem+json";
    public static final String TYPE_PREFIX = "urn:gleaner:problem:";
    private static final String RETRY_AFTER = "retryAfterSeconds";

    public Problem {
        extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
        for (Object value : extra.values()) {
            if (!(value instanceof String) && !(value instanceof Long) && !(value instanceof List)) {
                throw new IllegalArgumentException("a problem's field is a string, a number or a list of texts");
            }
        }
    }

    public static Problem of(ProblemKind kind, String detail, String remedy) {
        return new Problem(kind.code(), kind.title(), kind.status(), detail, remedy, "", new TreeMap<>());
    }

    public Problem with(String field, String value) {
        return plus(field, value);
    }

    public Problem with(String field, long value) {
        return plus(field, value);
    }

    public Problem with(String field, List<String> values) {
        return plus(field, List.copyOf(values));
    }

    private Problem plus(String field, Object value) {
        SortedMap<String, Object> more = new TreeMap<>(extra);
        more.put(field, value);
        return new Problem(code, title, status, detail, remedy, instance, more);
    }

    /** With a title of its own, where that of its kind says too little. */
    public Problem titled(String words) {
        return new Problem(code, words, status, detail, remedy, instance, extra);
    }

    /** With another sentence. */
    public Problem saying(String words) {
        return new Problem(code, title, status, words, remedy, instance, extra);
    }

    /** The same problem of one request. */
    public Problem at(String request) {
        return new Problem(code, title, status, detail, remedy, request, extra);
    }

    /** The caller shall come back after this time; the server sends it as {@code Retry-After} too. */
    public Problem retryAfter(Duration pause) {
        return with(RETRY_AFTER, Math.max(1, pause.toSeconds()));
    }

    /** Seconds after which to try again; 0 if the server said nothing about it. */
    public long retryAfterSeconds() {
        return number(RETRY_AFTER, 0);
    }

    public long number(String field, long otherwise) {
        return extra.get(field) instanceof Long number ? number : otherwise;
    }

    /** A list of texts; empty if there is none. */
    public List<String> texts(String field) {
        Object value = extra.get(field);
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    public boolean is(ProblemKind kind) {
        return code.equals(kind.code());
    }

    /** Null for a code of a newer program. */
    public @Nullable ProblemKind kind() {
        return ProblemKind.of(code);
    }

    /** The exit code of a command that ends with this problem. */
    public int exitCode() {
        if (is(ProblemKind.QUOTA_EXCEEDED) || is(ProblemKind.TOO_MANY_OPEN) || is(ProblemKind.TOO_MUCH_OPEN)) {
            // Nothing is wrong with the job.
            return 3;
        }
        return switch (status) {
            case 400, 413, 415, 416, 422 -> 2;
            case 429, 503, 507 -> 4;
            case 500 -> 70;
            default -> 3;
        };
    }
}
