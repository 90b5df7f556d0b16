package org.gleaner.simulator.scenario;

import java.util.List;
import org.gleaner.simulator.scenario.AvailabilityTrace.Window;

/**
 * A record that begins again when it has ended, for as long as it is needed. A host that was up when the record ended
 * and when it began does not fail at the seam: these two windows become one. Immutable.
 */
final class RepeatedWindows implements UpWindows {
    /** A record that is cut off ends a little differently for each host. */
    private static final long SEAM = 600_000;

    private final long[] bounds;
    private final int count;
    private final long period;
    private final boolean joined;

    /** @param windows in order, within the period; at least one */
    RepeatedWindows(List<Window> windows, long period) {
        this.period = period;
        count = windows.size();
        bounds = new long[2 * count];
        for (int i = 0; i < count; i++) {
            bounds[2 * i] = windows.get(i).start();
            bounds[2 * i + 1] = windows.get(i).end();
        }
        joined = period - bounds[2 * count - 1] + bounds[0] <= SEAM;
    }

    @Override
    public long start(int index) {
        if (joined && count == 1) {
            return index == 0 ? bounds[0] : NEVER;
        }
        return shift(index) + bounds[2 * place(index)];
    }

    @Override
    public long end(int index) {
        if (joined && count == 1) {
            return NEVER;
        }
        int place = place(index);
        boolean overTheSeam = joined && place == count - 1;
        return shift(index) + (overTheSeam ? period + bounds[1] : bounds[2 * place + 1]);
    }

    /** When joined, the first window of each later round has gone into the last one of the round before. */
    private int place(int index) {
        return joined && index >= count ? 1 + (index - 1) % (count - 1) : index % count;
    }

    private long shift(int index) {
        return period * (joined && index >= count ? (index - 1) / (count - 1) : index / count);
    }
}
