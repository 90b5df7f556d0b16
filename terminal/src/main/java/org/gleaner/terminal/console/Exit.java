package org.gleaner.terminal.console;

/** What the process's exit code says; scripts rely on it. */
public final class Exit {
    public static final int OK = 0;
    /** A task failed, is blocked, or can't go on without a person. */
    public static final int FAILED = 1;
    /** Bad usage or a bad job description. */
    public static final int USAGE = 2;
    /** Unknown id, not allowed, conflict. */
    public static final int REFUSED = 3;
    /** The server is not reachable, too busy, or time ran out. */
    public static final int UNREACHABLE = 4;
    /** A defect of ours. */
    public static final int BUG = 70;
    /** What {@code run} says instead of our own codes, which could be the command's. */
    public static final int RUN_TROUBLE = 125;

    private Exit() {}
}
