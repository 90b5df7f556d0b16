package org.gleaner.terminal.console;

/** Why a command ends without having done what it was asked: three lines for people, an exit code for scripts. */
public final class CliFailure extends Exception {
    private final int exit;
    private final String code;
    private final String what;
    private final String why;
    private final String next;

    public CliFailure(int exit, String what, String why, String next) {
        this(exit, code(exit), what, why, next);
    }

    private CliFailure(int exit, String code, String what, String why, String next) {
        super(what + " " + why);
        this.exit = exit;
        this.code = code;
        this.what = what;
        this.why = why;
        this.next = next;
    }

    public static CliFailure usage(String what, String why, String next) {
        return new CliFailure(Exit.USAGE, what, why, next);
    }

    public static CliFailure refused(String what, String why, String next) {
        return new CliFailure(Exit.REFUSED, what, why, next);
    }

    public static CliFailure unreachable(String what, String why, String next) {
        return new CliFailure(Exit.UNREACHABLE, what, why, next);
    }

    /** The server is there, but what was waited for did not come in the time that the caller gave it. */
    public static CliFailure timeout(String what, String why, String next) {
        return new CliFailure(Exit.UNREACHABLE, "timeout", what, why, next);
    }

    private static String code(int exit) {
        return switch (exit) {
            case Exit.FAILED -> "failed";
            case Exit.USAGE -> "usage";
            case Exit.REFUSED -> "refused";
            case Exit.UNREACHABLE -> "unreachable";
            default -> "bug";
        };
    }

    /** What scripts tell it by. */
    public String code() {
        return code;
    }

    public int exit() {
        return exit;
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
