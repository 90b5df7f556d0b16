package org.gleaner.core.node;

/**
 * Who uses how much of a machine's processor, as shares of all its cores.
 *
 * @param others programs that are none of ours
 * @param ours tasks, and the agent itself
 */
public record ProcessorUse(double others, double ours) {
    /** What a machine uses of a core on which nobody does anything. */
    private static final double NOBODY = 0.1;

    public ProcessorUse {
        others = share(others);
        ours = share(ours);
    }

    private static double share(double value) {
        return value > 0 ? Math.min(1, value) : 0;
    }

    /**
     * About how many programs the others run: as many as it takes to keep so many cores busy. They are not counted, as
     * that would tell more about who sits there.
     */
    public int programs(int cores) {
        return (int) Math.max(0, Math.ceil(others * cores - NOBODY));
    }
}
