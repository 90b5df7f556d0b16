package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Flow;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/** Counts what happens in a run. What it keeps does not grow with the number of tasks, but for the strips. */
final class Measures {
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.95;

    private final Trial trial;
    private final Map<String, Curve> curves = new LinkedHashMap<>();
    private final Curve[] curveOf;
    /** Tasks of each batch that are not done. */
    private final long[] open;

    private final FlowTimes flow = new FlowTimes();
    private final OwnerShares owners;
    private final Strips strips;
    private final long tasks;
    private long arrived;
    private long done;
    private long lastDone;
    private long to90;
    private long to99;
    private double useful;
    private double lost;
    private double superfluous;
    private long starts;

    Measures(Trial trial, boolean withStrips) {
        this.trial = trial;
        List<Batch> batches = trial.batches();
        curveOf = new Curve[batches.size()];
        open = new long[batches.size()];
        Map<String, Set<String>> ownersOf = new HashMap<>();
        batches.forEach(batch ->
                ownersOf.computeIfAbsent(batch.type(), type -> new HashSet<>()).add(batch.owner()));
        long sum = 0;
        for (int i = 0; i < open.length; i++) {
            Batch batch = batches.get(i);
            curveOf[i] = curves.computeIfAbsent(name(batch, ownersOf), Curve::new);
            curveOf[i].expect(batch.tasks());
            open[i] = batch.tasks();
            sum += batch.tasks();
        }
        tasks = sum;
        to90 = trial.limit();
        to99 = trial.limit();
        owners = new OwnerShares(trial);
        strips = new Strips(withStrips ? trial.machines().size() : 0);
    }

    /** Two owners' types of one name are two types. */
    private static String name(Batch batch, Map<String, Set<String>> ownersOf) {
        return ownersOf.getOrDefault(batch.type(), Set.of()).size() < 2
                ? batch.type()
                : batch.owner() + "/" + batch.type();
    }

    boolean allDone() {
        return done == tasks;
    }

    boolean hasOpenTasks() {
        return done < arrived;
    }

    void arrived(int batch, long at) {
        arrived += trial.batches().get(batch).tasks();
        owners.arrived(batch, at);
    }

    void started(int batch, long at) {
        starts++;
        owners.changed(batch, 1, at);
    }

    /** An attempt of a batch's task ended on a machine. */
    void ended(int machine, int batch, long from, long to, Fate fate) {
        long time = to - from;
        owners.changed(batch, -1, to);
        switch (fate) {
            case USEFUL -> useful += time;
            case LOST -> lost += time;
            case SUPERFLUOUS -> superfluous += time;
            case DOWN -> throw new IllegalArgumentException("no attempt runs on a machine that is down");
        }
        strips.add(
                machine,
                from - trial.opens(),
                to - trial.opens(),
                trial.batches().get(batch).type(),
                fate);
    }

    void done(int batch, long at) {
        done++;
        open[batch]--;
        lastDone = at - trial.opens();
        long took = at - trial.batches().get(batch).arrives();
        flow.add(took, 1);
        owners.done(batch, took, at);
        curveOf[batch].done(lastDone, took);
        to90 = done * 100 >= tasks * 90 ? Math.min(to90, lastDone) : to90;
        to99 = done * 100 >= tasks * 99 ? Math.min(to99, lastDone) : to99;
    }

    RunResult result(Combination combination) {
        long end = trial.opens() + trial.limit();
        for (int i = 0; i < open.length; i++) {
            long sofar = end - trial.batches().get(i).arrives();
            if (open[i] > 0 && sofar > 0) {
                flow.add(sofar, open[i]);
                curveOf[i].unfinished(sofar, open[i]);
                owners.unfinished(i, sofar, open[i]);
            }
        }
        long makespan = allDone() ? lastDone : trial.limit();
        List<RunResult.TypeResult> types = new ArrayList<>();
        curves.values().forEach(curve -> types.add(curve.result(trial.limit())));
        return new RunResult(
                trial.scenario(),
                trial.seed(),
                combination,
                makespan,
                tasks - done,
                to90,
                to99,
                useful,
                lost,
                superfluous,
                upTime(makespan),
                new Flow(flow.mean(), flow.quantile(MEDIAN), flow.quantile(MOST)),
                starts,
                types,
                owners.result(),
                strips.result(trial, makespan));
    }

    private double upTime(long makespan) {
        double sum = 0;
        long end = trial.opens() + makespan;
        for (TrialMachine machine : trial.machines()) {
            UpWindows windows = machine.windows();
            for (int i = 0; windows.start(i) < end; i++) {
                sum += Math.max(0, Math.min(windows.end(i), end) - Math.max(windows.start(i), trial.opens()));
            }
        }
        return sum;
    }
}
