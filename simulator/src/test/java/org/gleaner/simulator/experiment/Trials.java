package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/** Trials made by hand. Times are minutes. */
final class Trials {
    static final long MINUTE = 60_000;
    static final long LIMIT = 10_000;

    private Trials() {}

    /** Up from the first to the second time, from the third to the fourth, …; an odd last one: it stays. */
    static TrialMachine machine(String name, double power, long... minutes) {
        long[] times = Arrays.stream(minutes).map(minute -> minute * MINUTE).toArray();
        return new TrialMachine(name, "made", power, new UpWindows() {
            @Override
            public long start(int index) {
                return 2 * index < times.length ? times[2 * index] : NEVER;
            }

            @Override
            public long end(int index) {
                return 2 * index + 1 < times.length ? times[2 * index + 1] : NEVER;
            }
        });
    }

    static TrialMachine machine(String name, long... minutes) {
        return machine(name, TrialMachine.REFERENCE_POWER, minutes);
    }

    static Batch batch(long arrives, String type, long... works) {
        return new Batch(
                arrives * MINUTE,
                "ann",
                type,
                Arrays.stream(works).map(work -> work * MINUTE).toArray());
    }

    static Trial trial(List<TrialMachine> machines, Batch... batches) {
        return opened(0, machines, batches);
    }

    static Trial opened(long opens, List<TrialMachine> machines, Batch... batches) {
        return new Trial("made", 1, machines, List.of(batches), opens * MINUTE, LIMIT * MINUTE / 10, LIMIT * MINUTE);
    }

    /** Machines that fail again and again, and four types of equal work. */
    static Trial wild(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TrialMachine> machines = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            long[] minutes = new long[400];
            long at = 0;
            for (int j = 0; j < minutes.length; j++) {
                minutes[j] = at;
                at += j % 2 == 0 ? 5 + random.nextInt(100) : 1 + random.nextInt(9);
            }
            machines.add(machine("m" + i, 2000.0 + random.nextInt(6000), minutes));
        }
        return trial(
                machines,
                batch(0, "job_10", works(random, 160, 10)),
                batch(0, "job_50", works(random, 32, 50)),
                batch(20, "job_10", works(random, 20, 10)),
                batch(30, "job_100", works(random, 16, 100)));
    }

    private static long[] works(SplittableRandom random, int count, int mean) {
        long[] works = new long[count];
        for (int i = 0; i < count; i++) {
            works[i] = Math.max(1, mean + random.nextInt(-mean / 5, mean / 5 + 1));
        }
        return works;
    }
}
