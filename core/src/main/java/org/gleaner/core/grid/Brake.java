package org.gleaner.core.grid;

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
    public static final Brake NEW = new Brake(0, 0, "");
}
