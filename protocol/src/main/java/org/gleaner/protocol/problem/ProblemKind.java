package org.gleaner.protocol.problem;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every kind of problem there is, with its HTTP status. Its code is part of the interface and never changes. */
public enum ProblemKind {
    UNKNOWN_JOB(404, "Unknown job"),
    UNKNOWN_TASK(404, "Unknown task"),
    UNKNOWN_NODE(404, "Unknown node"),
    NODE_CONNECTED(409, "The node is connected"),
    JOIN_REFUSED(409, "Join refused"),
    UNKNOWN_USER(404, "Unknown user"),
    NAME_IN_USE(409, "User name in use"),
    STALE_INCARNATION(409, "Stale incarnation"),
    INVALID_SPEC(422, "Invalid job"),
    QUOTA_EXCEEDED(422, "Quota exceeded"),
    TOO_MANY_OPEN(422, "Too many open jobs"),
    TOO_MUCH_OPEN(422, "No room for more open jobs"),
    MISSING_BLOBS(422, "Input files missing"),
    UNKNOWN_PREDECESSOR(422, "Unknown predecessor"),
    KEY_REUSED(409, "Idempotency key reused"),
    NOTHING_SELECTED(404, "Nothing selected"),
    ILLEGAL_TRANSITION(409, "Not possible in this state"),
    NOT_ALLOWED(403, "Not allowed"),
    INVALID_SETTING(422, "Invalid setting"),
    INVALID_TOKEN(422, "Invalid token"),

    BAD_MESSAGE(400, "Malformed message"),
    CONTRADICTION(422, "Contradictory values"),
    UNAUTHENTICATED(401, "Not authenticated"),
    DUPLICATE_IDENTITY(409, "Duplicate agent identity"),
    UNSUPPORTED_VERSION(409, "Unsupported version"),
    NOT_FOUND(404, "No such path"),
    UNKNOWN_BLOB(404, "Unknown blob"),
    UNKNOWN_OUTPUT(404, "No such output"),
    UNDECLARED_OUTPUT(422, "Undeclared output"),
    UNKNOWN_BACKUP(404, "No such backup"),
    UNKNOWN_UPLOAD(404, "No such upload"),
    UNKNOWN_TICKET(404, "Link expired"),
    WRONG_OFFSET(409, "Upload continues elsewhere"),
    UNKNOWN_SIMULATION(404, "No such simulation"),
    UNKNOWN_QUESTION(404, "No such question"),
    UNANSWERABLE_QUESTION(422, "That change can't be tried"),
    INVALID_SCENARIO(422, "Invalid scenario"),
    UNKNOWN_LINK(404, "Link used or expired"),
    OUTPUTS_RETIRED(410, "Files expired"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    PAYLOAD_TOO_LARGE(413, "Body too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    BAD_RANGE(416, "Range not satisfiable"),
    HASH_MISMATCH(422, "Content does not match its hash"),
    TOO_MANY_REQUESTS(429, "Too many requests"),
    BUG(500, "A bug in Gleaner"),
    UNAVAILABLE(503, "Unavailable"),
    DISK_FULL(507, "The server's disk is full");

    private static final Map<String, ProblemKind> BY_CODE = new LinkedHashMap<>();

    static {
        for (ProblemKind kind : values()) {
            BY_CODE.put(kind.code, kind);
        }
    }

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final int status;
    private final String title;

    ProblemKind(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** Null for a code of a newer program. */
    public static @Nullable ProblemKind of(String code) {
        return BY_CODE.get(code);
    }
}
