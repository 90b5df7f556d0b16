package org.gleaner.simulator.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A server's own past as a scenario: its nodes as they came and went, and the tasks that it has finished. */
public final class HistoryScenario {
    private static final String NAME = "history";

    private HistoryScenario() {}

    /**
     * A node was up, and nothing that would have ended an attempt happened. Times are milliseconds since any one
     * moment.
     *
     * @param slots tasks that it runs at a time
     * @param power milliseconds for the benchmark
     */
    public record Uptime(String node, int slots, double power, long from, long until) {
        public Uptime {
            if (slots < 1 || !(power > 0) || until <= from) {
                throw new IllegalArgumentException("not an uptime: " + node + " with " + slots + " slots, power "
                        + power + ", from " + from + " until " + until);
            }
        }
    }

    /**
     * An attempt whose result counted.
     *
     * @param submitted when its task was submitted, since the same moment
     * @param ran how long it took, in milliseconds
     * @param power of the node on which it ran
     */
    public record Finished(String owner, String type, long submitted, long ran, double power) {
        public Finished {
            if (ran < 0 || !(power > 0)) {
                throw new IllegalArgumentException("not a finished attempt: " + ran + " ms at power " + power);
            }
        }
    }

    /**
     * Each slot of a node is a machine of its own; all slots of a node come and go together. Uptimes of a node that
     * overlap or touch are one. A node's power is that of its latest uptime.
     *
     * @param watch how much of the past the observer may see before the work comes
     */
    public static Scenario of(List<Uptime> uptimes, List<Finished> finished, Pace pace, Duration watch)
            throws ScenarioError {
        return of(uptimes, finished, pace, watch, begin(uptimes));
    }

    /** When the first of them began, since the same moment. */
    public static long begin(List<Uptime> uptimes) {
        return uptimes.stream().mapToLong(Uptime::from).min().orElse(0);
    }

    /**
     * The same with a begin of its own, so that pools which differ are alike in time.
     *
     * @param begin since the same moment; no uptime is earlier
     */
    public static Scenario of(List<Uptime> uptimes, List<Finished> finished, Pace pace, Duration watch, long begin)
            throws ScenarioError {
        if (uptimes.isEmpty() || finished.isEmpty()) {
            throw new ScenarioError(
                    "The history is empty.",
                    uptimes.isEmpty() ? "No node has been up yet." : "No task has been finished yet.",
                    "Let the server work for some days, or simulate a file.");
        }
        List<Workload.Task> tasks = finished.stream()
                .map(one -> new Workload.Task(one.submitted(), one.owner(), one.type(), work(one)))
                .toList();
        return new RecordedScenario(pool(uptimes, begin), new Workload(NAME, tasks), pace, watch);
    }

    private static long work(Finished attempt) {
        return Math.max(1, Math.round(attempt.ran() * TrialMachine.REFERENCE_POWER / attempt.power()));
    }

    private static MachinePool pool(List<Uptime> uptimes, long begin) {
        SortedMap<String, List<AvailabilityTrace.Window>> windows = new TreeMap<>();
        SortedMap<String, Uptime> latest = new TreeMap<>();
        uptimes.stream().sorted(Comparator.comparingLong(Uptime::from)).forEach(uptime -> {
            latest.put(uptime.node(), uptime);
            add(
                    windows.computeIfAbsent(uptime.node(), node -> new ArrayList<>()),
                    uptime.from() - begin,
                    uptime.until() - begin);
        });
        return new PastNodes(new AvailabilityTrace(NAME, windows), latest);
    }

    private static void add(List<AvailabilityTrace.Window> windows, long start, long end) {
        int last = windows.size() - 1;
        if (last >= 0 && start <= windows.get(last).end()) {
            AvailabilityTrace.Window before = windows.remove(last);
            windows.add(new AvailabilityTrace.Window(before.start(), Math.max(before.end(), end)));
        } else {
            windows.add(new AvailabilityTrace.Window(start, end));
        }
    }

    private record PastNodes(AvailabilityTrace trace, SortedMap<String, Uptime> latest) implements MachinePool {
        @Override
        public String name() {
            return NAME;
        }

        /** Nothing is left to chance: the seed changes only what a strategy draws. */
        @Override
        public List<TrialMachine> machines(long seed) {
            List<TrialMachine> machines = new ArrayList<>();
            latest.forEach((node, uptime) -> {
                for (int slot = 1; slot <= uptime.slots(); slot++) {
                    String name = uptime.slots() == 1 ? node : node + "-" + slot;
                    machines.add(new TrialMachine(name, NAME, uptime.power(), trace.windows(node)));
                }
            });
            return machines;
        }

        @Override
        public long span() {
            return trace.span();
        }
    }
}
