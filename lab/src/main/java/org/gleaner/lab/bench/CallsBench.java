package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.gleaner.lab.child.ServerChild;

/**
 * What does it cost to let machines compute what threads of the program could, in units of a tenth of a second? A real
 * server, an agent with a slot for each processor and a sandbox, and threads of this process take turns.
 */
record CallsBench(BenchFrame bench) {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Duration UNIT = Duration.ofMillis(100);
    /** A minute for each, so that the start of new JVMs counts as little as in a computation that is worth sending. */
    private static final int SHARE = 600 * CORES;

    private static final int ROUNDS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final long TRIAL = 50_000_000;
    private static final double LEAST = 0.9;
    private static final String WORK = "computes for a tenth of a second";

    BenchReport run() throws IOException, InterruptedException {
        try (Comparison comparison = new Comparison("calls", ROUNDS, LONGEST, bench)) {
            long steps = stepsOfUnit();
            PlainThreads threads = comparison.opened(new PlainThreads(CORES, number -> BenchCalls.steps(steps)));
            ServerChild server = comparison.opened(bench.server());
            TaggedAgent agent = comparison.opened(TaggedAgent.start(
                    bench.launcher().with(Map.of("GLEANER_AGENT_PRIORITY", "normal")),
                    server,
                    bench.folder("agent"),
                    "units",
                    "auto",
                    CORES));
            OurCalls calls = comparison.opened(new OurCalls(server, agent, number -> BenchCalls.steps(steps)));
            Lane local = comparison.join(new Lane(threads, WORK, SHARE, Duration.ZERO, null));
            Lane ours = comparison.join(new Lane(calls, WORK + "; durable", SHARE, Duration.ZERO, null));
            bench.say("warming up");
            local.warmUp();
            ours.warmUp();
            comparison.demandRate(new Comparison.Lead(ours, LEAST, local));
            return comparison.measure(
                    "Units of a tenth of a second, " + CORES + " at once",
                    lane -> lane.cheapest().cpuPerTask(),
                    "ms of CPU per task");
        }
    }

    /** The fastest of some trials, as whoever else runs here can only make one slower. */
    private static long stepsOfUnit() {
        long best = Long.MAX_VALUE;
        double sum = 0;
        for (int i = 0; i < 5; i++) {
            long begun = System.nanoTime();
            sum += BenchCalls.compute(TRIAL);
            best = Math.min(best, System.nanoTime() - begun);
        }
        return sum < 0 ? 0 : TRIAL * UNIT.toNanos() / best;
    }
}
