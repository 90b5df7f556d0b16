package org.gleaner.client.failure;

/**
 * Why the client could not do what it was asked. What happened, why and what to do next are sentences for people, in
 * which the keys of a job stand in backquotes; the place is a fact for programs. What to do next is left open where it
 * depends on the program: a command line names commands, a Java program methods. What the server refuses is a
 * {@link org.gleaner.protocol.http.CallFailed} instead.
 */
public final class ClientFailure extends Exception {
    /** What is wrong, and what the place then is. */
    public enum Kind {
        /** Said completely; there is no place. */
        COMPLETE,
        /** The text of a key can't be used; the place is the key. */
        VALUE,
        /** A job file has a key that is none; the place is that key. */
        UNKNOWN_KEY,
        /** What was described is no job. */
        INVALID,
        NO_COMMAND,
        /** A selector can't be understood; the place is the selector. */
        SELECTOR,
        /** A selector matches nothing; the place is the selector. */
        NO_JOB,
        /** A selector matches more jobs than one answer names; the place is the selector. */
        TOO_MANY,
        /** Tasks that are done were wanted, and none is; the place is the job. */
        NOTHING_DONE,
        /** Waiting ended before the tasks did. */
        TIMEOUT,
        /** The place is where the data of a server of one's own would be. */
        NO_SERVER,
        /** The place is the server's address. */
        NO_TOKEN,
        /** An address or token is malformed; the place is the address. */
        ADDRESS,
        /** What the server said makes no sense. */
        BAD_ANSWER
    }

    private final Kind kind;
    private final String place;
    private final String what;
    private final String why;
    private final String next;

    /** @param next what to do; empty where that depends on the program */
    public ClientFailure(Kind kind, String place, String what, String why, String next) {
        super(what + " " + why);
        this.kind = kind;
        this.place = place;
        this.what = what;
        this.why = why;
        this.next = next;
    }

    public static ClientFailure complete(String what, String why, String next) {
        return new ClientFailure(Kind.COMPLETE, "", what, why, next);
    }

    public static ClientFailure badAnswer(String why) {
        return new ClientFailure(
                Kind.BAD_ANSWER,
                "",
                "Unexpected response from the server.",
                why,
                "Check that the server and this program have the same version.");
    }

    public Kind kind() {
        return kind;
    }

    public String place() {
        return place;
    }

    public String what() {
        return what;
    }

    public String why() {
        return why;
    }

    public String next() {
        return next;
    }

    /** It is an answer to a person, not a defect: no stack is recorded. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
