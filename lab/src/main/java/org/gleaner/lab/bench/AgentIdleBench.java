package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.ServerChild;

/**
 * What does a machine pay for an agent that has nothing to do? A real one, started by the launcher with all defaults,
 * joins a real server that has no work. When it has joined and settled, its CPU time and memory are watched for a
 * while. What it costs to start, and to measure the machine again every half an hour, is told apart.
 */
record AgentIdleBench(BenchFrame bench) {
    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final int LOOKS = 12;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    /** As the agent does it, if all is quiet. */
    private static final Duration BENCHMARK_PERIOD = Duration.ofMinutes(30);

    private static final double MEGABYTES = 90;
    private static final double PERCENT = 0.1;

    BenchReport run() throws IOException, InterruptedException {
        try (ServerChild server = bench.server();
                AgentChild agent = new AgentChild(bench.launcher(), server, bench.folder("agent"), List.of()).start()) {
            ProcessMeter meter = new ProcessMeter(agent.pid());
            Duration benchmark = new Submitter(server).awaitNode(agent).facts().benchmark();
            bench.say("the agent has joined; waiting for it to settle");
            TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
            Duration start = meter.cpu();
            Parked parked = watch(meter);
            return report(start, benchmark, parked);
        }
    }

    /** What was seen in the window. */
    private record Parked(double seconds, double cpuMillis, double megabytes, double waits, double threads) {
        double percent() {
            return cpuMillis / seconds / 10;
        }
    }

    private Parked watch(ProcessMeter meter) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Duration cpu = meter.cpu();
        long waits = meter.waits();
        double most = 0;
        for (int look = 1; look <= LOOKS; look++) {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
            double now = meter.residentMegabytes();
            most = Math.max(most, now);
            bench.say("look %d of %d: %.0f MB, %d ms of CPU so far", look, LOOKS, now, millis(meter, cpu));
        }
        double seconds = ThisMachine.secondsSince(began);
        return new Parked(
                seconds, millis(meter, cpu), most, (meter.waits() - waits) / seconds, (double) meter.threads());
    }

    private static long millis(ProcessMeter meter, Duration since) {
        return meter.cpu().minus(since).toMillis();
    }

    private BenchReport report(Duration start, Duration benchmark, Parked parked) {
        FigureTable waiting = FigureTable.of(
                        "An agent waiting for work",
                        "agent | RSS MB | % of a core | CPU ms | seconds | waits/s | threads")
                .with(
                        "parked",
                        parked.megabytes(),
                        parked.percent(),
                        parked.cpuMillis(),
                        parked.seconds(),
                        parked.waits(),
                        parked.threads());
        FigureTable apart = FigureTable.of(
                        "Not included above", "what | CPU ms | % of a core, spread over half an hour")
                .with("start, with the first benchmark", ThisMachine.millis(start), spread(start))
                .with(
                        "benchmark, every half hour, by its own timing",
                        ThisMachine.millis(benchmark),
                        spread(benchmark));
        List<Bar> bars = List.of(
                new Bar("memory of a parked agent", parked.megabytes(), MEGABYTES, "MB"),
                new Bar("CPU time of a parked agent", parked.percent(), PERCENT, "% of a core"));
        return bench.report("agent-idle", List.of(waiting, apart), bars);
    }

    private static double spread(Duration span) {
        return 100.0 * span.toNanos() / BENCHMARK_PERIOD.toNanos();
    }
}
