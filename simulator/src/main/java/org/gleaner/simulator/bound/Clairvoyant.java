package org.gleaner.simulator.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/** Looks for the shortest time into which a {@link TightPacking} succeeds. Used once. */
final class Clairvoyant {
    /** The bisection ends when its bounds are this part of the makespan apart. */
    private static final int PRECISION = 5000;

    private final Trial trial;
    private final List<TightPacking.Arrivals> latestFirst = new ArrayList<>();
    private final List<TightPacking.Window> windows = new ArrayList<>();
    private long windowsUntil;

    Clairvoyant(Trial trial) {
        this.trial = trial;
        List<Batch> batches = trial.batches();
        int end = batches.size();
        while (end > 0) {
            int begin = end - 1;
            while (begin > 0
                    && batches.get(begin - 1).arrives() == batches.get(begin).arrives()) {
                begin--;
            }
            latestFirst.add(together(batches.subList(begin, end)));
            end = begin;
        }
    }

    private static TightPacking.Arrivals together(List<Batch> batches) {
        long[] works = batches.stream()
                .flatMapToLong(batch -> IntStream.rangeClosed(1, batch.tasks()).mapToLong(batch::work))
                .sorted()
                .toArray();
        return new TightPacking.Arrivals(batches.get(0).arrives(), works);
    }

    long makespan() {
        long failed = 0;
        long fits = Math.max(1, Bounds.capacity(trial));
        while (!fits(fits)) {
            if (fits >= trial.limit()) {
                return trial.limit();
            }
            failed = fits;
            fits = Math.min(trial.limit(), fits + fits / 4 + 1);
        }
        while (failed > 0 && fits - failed > Math.max(1, fits / PRECISION)) {
            long middle = failed + (fits - failed) / 2;
            if (fits(middle)) {
                fits = middle;
            } else {
                failed = middle;
            }
        }
        return fits;
    }

    private boolean fits(long makespan) {
        return schedule(makespan, (machine, start, work, arrived) -> {});
    }

    /** Tries to do everything within this time from the opening. */
    boolean schedule(long makespan, TightPacking.Placements placements) {
        long end = trial.opens() + makespan;
        if (end > windowsUntil) {
            findWindows(end);
        }
        return new TightPacking(windows, end).succeeds(latestFirst, placements);
    }

    private void findWindows(long end) {
        windows.clear();
        windowsUntil = end;
        for (TrialMachine machine : trial.machines()) {
            UpWindows up = machine.windows();
            for (int i = 0; up.start(i) < end; i++) {
                if (up.end(i) > trial.opens()) {
                    windows.add(new TightPacking.Window(machine, Math.max(trial.opens(), up.start(i)), up.end(i)));
                }
            }
        }
    }
}
