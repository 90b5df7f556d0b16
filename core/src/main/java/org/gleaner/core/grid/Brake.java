package org.gleaner.core.grid;

import java.util.regex.Pattern;

/**
 * The job-level brake: a job that fails from its start, or of which everything fails lately, or whose tasks get blocked
 * one after the other, pauses itself.
 *
 * @param firstFailures failed attempts while none has succeeded; {@link #RELEASED} after the first success
 * @param blockedBefore blocked tasks that do not count: those that were there when a person last let the job go on, and
 *     those that a person blocked
 * @param note why the job paused itself; empty while it has not
 */
public record Brake(int firstFailures, int blockedBefore, String note) {
    public static final int RELEASED = -1;
    /** So many failed attempts, all of the first or all of the last, stop a job. */
    public static final int FAILURES = 20;

    public static final Brake NEW = new Brake(0, 0, "");

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    public Brake {
        // It may end with what somebody's program said, and a database that takes no NUL would be taken for broken.
        note = note.isEmpty() ? note : CONTROL.matcher(note).replaceAll(" ");
    }
}
