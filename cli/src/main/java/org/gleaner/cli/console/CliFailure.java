package org.gleaner.cli.console;

/** Why a command ends without having done what it was asked: three lines for people, an exit code for scripts. */
public final class CliFailure extends Exception {
    private final int exit;
    private final String what;
    private final String why;
    private final String next;

    public CliFailure(int exit, String what, String why, String next) {
        super(what + " " + why);
        this.exit = exit;
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

    /** What the server said makes no sense. */
    public static CliFailure nonsense(String why) {
        return refused(
                "The server's answer can't be understood.",
                why,
                "Check that the server and this program have the same version.");
    }

    public static CliFailure unreachable(String what, String why, String next) {
        return new CliFailure(Exit.UNREACHABLE, what, why, next);
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
