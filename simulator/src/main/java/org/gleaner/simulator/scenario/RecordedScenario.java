package org.gleaner.simulator.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Machines and work that were once recorded, put together: the machines are watched for a while, then the work comes.
 * When the record of the machines ends before the work is done, it begins again from its start, with the same speeds; a
 * machine that is up at its end and at its begin stays up in between. Immutable.
 */
public final class RecordedScenario implements Scenario {
    private static final int PATIENCE = 10;

    private final MachinePool pool;
    private final Workload workload;
    private final Pace pace;
    private final long watch;

    RecordedScenario(MachinePool pool, Workload workload, Pace pace, Duration watch) throws ScenarioError {
        this.pool = pool;
        this.workload = workload;
        this.pace = pace;
        this.watch = watch.toMillis();
        if (watch.isNegative() || this.watch >= pool.span()) {
            throw new ScenarioError(
                    "The machines can't be watched for " + watch.toHours() + " hours.",
                    "The record of " + pool.name() + " is " + pool.span() / 3_600_000 + " hours long.",
                    "Watch for a shorter time.");
        }
    }

    /**
     * @param watch how long the machines are watched before the work opens
     * @throws ScenarioError if the speed of a host is unknown, or the trace is shorter than the watch
     */
    public static RecordedScenario of(
            AvailabilityTrace trace, HostSpeeds speeds, Workload workload, Pace pace, Duration watch)
            throws ScenarioError {
        speeds.check(trace.hosts());
        return new RecordedScenario(new TracePool(trace, speeds), workload, pace, watch);
    }

    @Override
    public String name() {
        return pool.name().equals(workload.name()) ? pool.name() : pool.name() + " + " + workload.name();
    }

    @Override
    public Trial trial(long seed) {
        List<TrialMachine> machines = pool.machines(seed);
        List<Batch> batches = batches(scale(machines));
        long lastArrival = batches.get(batches.size() - 1).arrives() - watch;
        long horizon = Math.max(pool.span() - watch, lastArrival + 1);
        return new Trial(name(), seed, machines, batches, watch, horizon, horizon * PATIENCE);
    }

    /** What recorded distances in time are multiplied with. */
    private double scale(List<TrialMachine> machines) {
        if (pace instanceof Pace.AtOnce) {
            return 0;
        }
        if (pace instanceof Pace.AtLoad atLoad) {
            List<Workload.Task> tasks = workload.tasks();
            long recorded =
                    tasks.get(tasks.size() - 1).submitted() - tasks.get(0).submitted();
            return recorded == 0 ? 0 : (double) timeFor(workload.work() / atLoad.load(), machines) / recorded;
        }
        return 1;
    }

    /** How long after the opening the machines have been up enough for this much work. */
    private long timeFor(double work, List<TrialMachine> machines) {
        long tooShort = 0;
        long enough = pool.span();
        // At most a thousand rounds of the record.
        for (int i = 0; i < 10 && capacity(machines, enough) < work; i++) {
            tooShort = enough;
            enough *= 2;
        }
        while (enough - tooShort > 1) {
            long middle = tooShort + (enough - tooShort) / 2;
            if (capacity(machines, middle) < work) {
                tooShort = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }

    private double capacity(List<TrialMachine> machines, long time) {
        long until = watch + time;
        double sum = 0;
        for (TrialMachine machine : machines) {
            UpWindows windows = machine.windows();
            for (int i = 0; windows.start(i) < until; i++) {
                long up = Math.min(until, windows.end(i)) - Math.max(watch, windows.start(i));
                sum += machine.speed() * Math.max(0, up);
            }
        }
        return sum;
    }

    /** Neighbours of one type that arrive together are one batch; the order of submission is kept. */
    private List<Batch> batches(double scale) {
        List<Workload.Task> tasks = workload.tasks();
        List<Batch> batches = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= tasks.size(); i++) {
            if (i == tasks.size() || !together(tasks.get(begin), tasks.get(i), scale)) {
                Workload.Task first = tasks.get(begin);
                long[] works = tasks.subList(begin, i).stream()
                        .mapToLong(Workload.Task::work)
                        .toArray();
                batches.add(new Batch(arrival(first, scale), first.owner(), first.type(), works));
                begin = i;
            }
        }
        return batches;
    }

    private boolean together(Workload.Task one, Workload.Task other, double scale) {
        return arrival(one, scale) == arrival(other, scale)
                && one.type().equals(other.type())
                && one.owner().equals(other.owner());
    }

    private long arrival(Workload.Task task, double scale) {
        long first = workload.tasks().get(0).submitted();
        return watch + Math.round((task.submitted() - first) * scale);
    }
}
