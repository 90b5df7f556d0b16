package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How long tasks of a job had run when they were lost: each is longer than that. Those of them that are ready are told
 * apart from tasks that were never tried, as they are longer than their type usually is. Soft, and confined to {@link
 * OpenJob}.
 */
public final class PastRuns {
    /** Of all jobs that never lost a task; never changes. */
    static final PastRuns NONE = new PastRuns();

    /** @param minutes normalised by speed */
    private record Returned(double minutes, int ordinal) {}

    private static final Comparator<Returned> SHORTEST =
            Comparator.comparingDouble(Returned::minutes).thenComparingInt(Returned::ordinal);

    private final Map<Integer, Double> minutes = new HashMap<>();
    private final TreeSet<Returned> ready = new TreeSet<>(SHORTEST);

    /** How long a task has run at least, in minutes normalised by speed; 0 if it was never lost. */
    public double of(int ordinal) {
        return minutes.isEmpty() ? 0 : minutes.getOrDefault(ordinal, 0.0);
    }

    /** How many tasks that were lost are ready. */
    public int ready() {
        return ready.size();
    }

    /** Of those that are ready the one that had run least; there must be one. */
    public int first() {
        return ready.first().ordinal();
    }

    /** How long that one had run; 0 if there is none. */
    public double least() {
        return ready.isEmpty() ? 0 : ready.first().minutes();
    }

    /**
     * How long those had run that are ready, the longest first, and no more than so many of them: of the others it says
     * least that they are not like tasks that were never tried.
     */
    public List<Double> longest(int most) {
        List<Double> some = new ArrayList<>(Math.min(most, ready.size()));
        Iterator<Returned> all = ready.descendingIterator();
        while (all.hasNext() && some.size() < most) {
            some.add(all.next().minutes());
        }
        return some;
    }

    public boolean isReady(int ordinal) {
        return !ready.isEmpty() && ready.contains(new Returned(of(ordinal), ordinal));
    }

    /** With one more: this one, unless it is none. */
    PastRuns with(int ordinal, double ran, boolean isReady) {
        PastRuns more = this == NONE ? new PastRuns() : this;
        more.note(ordinal, ran, isReady);
        return more;
    }

    private void note(int ordinal, double ran, boolean isReady) {
        double before = of(ordinal);
        if (ran > before) {
            ready.remove(new Returned(before, ordinal));
            minutes.put(ordinal, ran);
            refresh(ordinal, isReady);
        }
    }

    /** The task became ready, or is it no longer. */
    void refresh(int ordinal, boolean isReady) {
        double ran = of(ordinal);
        if (ran > 0) {
            Returned one = new Returned(ran, ordinal);
            if (isReady) {
                ready.add(one);
            } else {
                ready.remove(one);
            }
        }
    }

    void forget(int ordinal) {
        refresh(ordinal, false);
        minutes.remove(ordinal);
    }

    /** Every task that was lost, with its minutes. */
    public Map<Integer, Double> all() {
        return Collections.unmodifiableMap(minutes);
    }
}
