package org.gleaner.core.job;

/**
 * What of a job lies aside: in the store alone, so that memory need not hold it.
 *
 * @param inputs names of inputs that do
 * @param outputs names of outputs that do
 * @param all the job is larger than is taken today: nothing of it but its name, its type and its tasks is at hand, and
 *     none of them may run
 */
public record Aside(int inputs, int outputs, boolean all) {
    public static final Aside NOTHING = new Aside(0, 0, false);

    public Aside {
        if (inputs < 0 || outputs < 0) {
            throw new IllegalArgumentException("no less than nothing lies aside");
        }
    }
}
