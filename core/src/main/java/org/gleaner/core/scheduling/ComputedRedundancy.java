package org.gleaner.core.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.WorkSpread;

/** Only where it pays: the task whose expected completion one more copy shortens most, if by enough. */
final class ComputedRedundancy implements Redundancy {
    /** How many tasks are looked at: those that are expected to end last. */
    private static final int LOOKED_AT = 64;

    private static final double LEAST_SHARE = 0.01;
    private static final double LEAST_MINUTES = 0.2;
    /** A task that no copy finishes begins again, on a node as they come and after somebody noticed. */
    private static final double AGAIN = 1.3;

    private static final double NOTICED = 3;

    private static final Comparator<Underway> LATEST =
            Comparator.comparing(Underway::likelyEnd).reversed().thenComparing(Underway::task);

    /** @param left minutes until it is done, if its node stays; chance that it does */
    private record Run(double left, double chance) {}

    @Override
    public String name() {
        return "computed";
    }

    @Override
    public Comparator<Underway> order() {
        return LATEST;
    }

    @Override
    public Optional<Underway> choose(CopyRequest request) {
        Underway best = null;
        double most = 0;
        Iterator<Underway> running = request.running();
        for (int looked = 0; looked < LOOKED_AT && running.hasNext(); looked++) {
            Underway one = running.next();
            WorkSpread work = one.type().work();
            if (work != null) {
                double gain = gain(request, one, work);
                if (gain > most) {
                    most = gain;
                    best = one;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** By how many minutes a copy on the asking node brings the end nearer; 0 if not by enough. */
    private static double gain(CopyRequest request, Underway task, WorkSpread work) {
        List<Run> runs = new ArrayList<>();
        double ran = 0;
        for (Underway.Copy copy : task.copies()) {
            Asker node = request.nodes().apply(copy.node());
            ran = Math.max(ran, elapsed(request, copy) * node.speed());
        }
        for (Underway.Copy copy : task.copies()) {
            Asker node = request.nodes().apply(copy.node());
            double done = elapsed(request, copy) * node.speed();
            runs.add(run(node, (work.meanBeyond(ran) + ran - done) / node.speed()));
        }
        double again = AGAIN * work.mean();
        double without = expectation(runs, again);
        Asker asker = request.asker();
        runs.add(run(asker, (work.meanBeyond(ran) + ran) / asker.speed()));
        double gain = without - expectation(runs, again);
        return gain > LEAST_SHARE * without + LEAST_MINUTES ? gain : 0;
    }

    private static double elapsed(CopyRequest request, Underway.Copy copy) {
        return Math.max(0, Minutes.of(Duration.between(copy.since(), request.now())));
    }

    private static Run run(Asker node, double left) {
        return new Run(left, node.outlook().chance(node.uptime(), left));
    }

    private static double expectation(List<Run> runs, double again) {
        List<Run> sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingDouble(Run::left));
        double none = 1;
        double sum = 0;
        double last = 0;
        for (Run run : sorted) {
            sum += none * run.chance() * run.left();
            none *= 1 - run.chance();
            last = run.left();
        }
        return sum + none * (last / 2 + NOTICED + again);
    }
}
