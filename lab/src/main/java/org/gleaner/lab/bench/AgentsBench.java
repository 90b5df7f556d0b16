package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.server.token.TokenFiles;
import org.jspecify.annotations.Nullable;

/**
 * What does it cost the server that thousands of agents wait, and how fast is one of them woken? Nodes join one real
 * server until there are 100, 1 000 and 10 000, each with a sync that is held open for the default time and renewed.
 * For each number the server's CPU time and memory are read over a window in which nothing else happens; then small
 * jobs are submitted, and the time is taken until the nodes that were chosen have read what they should start.
 */
record AgentsBench(BenchFrame bench) {
    /** @param window longer than a sync is held open, so that every node renews its own in it */
    private record Size(int nodes, Duration settling, Duration window) {}

    private static final List<Size> SIZES = List.of(
            new Size(100, Duration.ofSeconds(5), Duration.ofSeconds(20)),
            new Size(1_000, Duration.ofSeconds(5), Duration.ofSeconds(20)),
            new Size(10_000, Duration.ofSeconds(10), Duration.ofSeconds(40)));

    private static final int JOIN_TOGETHER = 1_000;
    /** The first ones only teach the server's compiler. */
    private static final int FIRST_JOBS = 20;

    private static final int JOBS = 40;
    private static final int TASKS_PER_JOB = 10;
    private static final Duration BETWEEN_JOBS = Duration.ofMillis(100);
    private static final Duration WAKE_PATIENCE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private static final double MICROS_PER_MILLI = 1e3;
    private static final double MEGABYTES = 600;
    private static final double PERCENT = 30;

    /** What was seen with so many nodes. */
    private record Seen(int nodes, double seconds, double cpuMillis, long syncs, double megabytes, Samples wakes) {
        double percent() {
            return cpuMillis / seconds / 10;
        }
    }

    BenchReport run() throws IOException, InterruptedException {
        List<Seen> all = new ArrayList<>();
        try (ServerChild server = bench.server()) {
            Submitter customer = new Submitter(server);
            // A whole fleet joins with one token at once.
            customer.set("joins-per-minute", "60000000");
            try (IdleFleet fleet = new IdleFleet(server.endpoint(TokenFiles.JOIN))) {
                for (Size size : SIZES) {
                    join(fleet, size.nodes());
                    TimeUnit.NANOSECONDS.sleep(size.settling().toNanos());
                    Seen quiet = watch(server, fleet, size.window());
                    bench.say("%d nodes: submitting small jobs", size.nodes());
                    wake(customer, fleet, all.isEmpty() ? FIRST_JOBS : 1, new Samples());
                    wake(customer, fleet, JOBS, quiet.wakes());
                    all.add(quiet);
                }
            }
        }
        return report(all);
    }

    private void join(IdleFleet fleet, int nodes) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (fleet.size() < nodes) {
            fleet.join(Math.min(JOIN_TOGETHER, nodes - fleet.size()));
            bench.say("%d of %d nodes have joined", fleet.size(), nodes);
        }
        bench.say("%d nodes have joined, in %.0f s", nodes, ThisMachine.secondsSince(began));
    }

    private Seen watch(ServerChild server, IdleFleet fleet, Duration window) throws IOException, InterruptedException {
        ProcessMeter meter = new ProcessMeter(server.pid());
        long began = System.nanoTime();
        long answers = fleet.answers();
        Duration cpu = meter.cpu();
        double most = 0;
        for (long look = 0; look < window.dividedBy(BETWEEN_LOOKS); look++) {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
            fleet.checkHealth();
            most = Math.max(most, meter.residentMegabytes());
            bench.say("%d nodes wait: %.0f MB", fleet.size(), most);
        }
        double cpuMillis = ThisMachine.millis(meter.cpu().minus(cpu));
        double seconds = ThisMachine.secondsSince(began);
        return new Seen(fleet.size(), seconds, cpuMillis, fleet.answers() - answers, most, new Samples());
    }

    /** Submits so many jobs one after the other, and takes the time of each task until a node has read of it. */
    private void wake(Submitter customer, IdleFleet fleet, int count, Samples wakes)
            throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            long submitted = System.nanoTime();
            JobId job = customer.submit(BenchedGrid.job("wake", new ArrayShape.Range(1, TASKS_PER_JOB, 1)));
            for (int task = 0; task < TASKS_PER_JOB; task++) {
                wakes.add(next(fleet, job, submitted).at() - submitted);
            }
            TimeUnit.NANOSECONDS.sleep(BETWEEN_JOBS.toNanos());
        }
    }

    private static IdleFleet.Woken next(IdleFleet fleet, JobId job, long submitted)
            throws IOException, InterruptedException {
        while (System.nanoTime() - submitted < WAKE_PATIENCE.toNanos()) {
            IdleFleet.@Nullable Woken woken = fleet.pollWoken();
            if (woken != null) {
                if (!woken.attempt().job().equals(job)) {
                    throw new FleetFailure("it started " + woken.attempt() + " while only job " + job + " was open");
                }
                return woken;
            }
            fleet.checkHealth();
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new FleetFailure("it did not hand out job " + job + " in " + WAKE_PATIENCE);
    }

    private BenchReport report(List<Seen> all) {
        FigureTable table = FigureTable.of(
                "Nodes that wait for work, on one server on SQLite",
                "nodes | server RSS MB | server % of a core | syncs/s | server CPU ms per sync"
                        + " | wake-up p50 ms | wake-up p95 ms");
        for (Seen one : all) {
            table = table.with(
                    Integer.toString(one.nodes()),
                    one.megabytes(),
                    one.percent(),
                    one.syncs() / one.seconds(),
                    one.cpuMillis() / Math.max(1, one.syncs()),
                    one.wakes().micros(0.50) / MICROS_PER_MILLI,
                    one.wakes().micros(0.95) / MICROS_PER_MILLI);
        }
        Seen largest = all.get(all.size() - 1);
        List<Bar> bars = List.of(
                new Bar(largest.nodes() + " nodes, memory of the server", largest.megabytes(), MEGABYTES, "MB"),
                new Bar(largest.nodes() + " nodes, CPU of the server", largest.percent(), PERCENT, "% of a core"));
        return bench.report("agents", List.of(table), bars);
    }
}
