package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.terminal.console.CliFailure;

/**
 * What does one task cost the server, from its durable submission over its assignment to its commit? A fleet of nodes
 * that take no time for their tasks works against a real server process on SQLite or PostgreSQL over real HTTP. After
 * the warm-up the CPU time of the server, and of its database, is read at both ends of a window and divided by the
 * tasks that were committed in it.
 */
final class DispatchBench {
    private static final int NODES = 64;
    private static final int TASKS_PER_JOB = 100_000;
    private static final int TASKS_AHEAD = 60_000;
    private static final long WARM_UP_REQUESTS = 200_000;
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(90);
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final int POLL_MILLIS = 20;
    private static final double BATCHED_MILLIS = 0.10;
    private static final double SINGLE_MILLIS = 0.25;

    /** What was counted in one window. */
    private record Window(
            String mode, long tasks, long requests, double seconds, double cpuMillis, double databaseMillis) {
        double cpuPerTask() {
            return cpuMillis / tasks;
        }
    }

    private final BenchFrame bench;
    private int jobs;

    DispatchBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport onSqlite() throws IOException, InterruptedException {
        try (ServerChild server = bench.server()) {
            return report("SQLite", measure(server, () -> Duration.ZERO));
        }
    }

    BenchReport onPostgres() throws CliFailure, IOException, InterruptedException {
        return bench.onPostgres(postgres -> {
            try (ServerChild server = bench.server("--db", postgres.address())) {
                long pid = postgres.child().pid();
                return report("PostgreSQL", measure(server, () -> ProcessTree.cpu(pid)));
            }
        });
    }

    private List<Window> measure(ServerChild server, Supplier<Duration> database)
            throws IOException, InterruptedException {
        List<Window> windows = new ArrayList<>();
        Submitter user = new Submitter(server);
        user.set("chunk-tasks", "1");
        try (Fleet fleet = new Fleet(server.endpoint(TokenFiles.JOIN), NODES)) {
            warmUp(user, fleet);
            windows.add(measure("one task per call", server, database, user, fleet));
            user.set("chunk-tasks", "64");
            pass(SETTLING, user, fleet);
            windows.add(measure("batched", server, database, user, fleet));
        }
        return windows;
    }

    private void warmUp(Submitter user, Fleet fleet) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long end = start + LONGEST_WARM_UP.toNanos();
        while (fleet.requests() < WARM_UP_REQUESTS && System.nanoTime() < end) {
            pass(Duration.ofMillis(POLL_MILLIS), user, fleet);
        }
        bench.notes()
                .add(String.format(
                        Locale.ROOT,
                        "the warm-up was %d requests in %.0f s%s",
                        fleet.requests(),
                        ThisMachine.secondsSince(start),
                        fleet.requests() < WARM_UP_REQUESTS ? ", cut off before 200000 requests" : ""));
    }

    /** Lets time pass and keeps the queue from running dry: submitting is part of what a task costs. */
    private void pass(Duration span, Submitter user, Fleet fleet) throws IOException, InterruptedException {
        long end = System.nanoTime() + span.toNanos();
        do {
            while ((long) jobs * TASKS_PER_JOB - fleet.tasks() < TASKS_AHEAD) {
                jobs++;
                user.submit(BenchedGrid.job("true", new ArrayShape.Range(1, TASKS_PER_JOB, 1)));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } while (System.nanoTime() < end);
    }

    private Window measure(String mode, ServerChild server, Supplier<Duration> database, Submitter user, Fleet fleet)
            throws IOException, InterruptedException {
        long tasks = fleet.tasks();
        long requests = fleet.requests();
        long start = System.nanoTime();
        ProcessMeter meter = new ProcessMeter(server.pid());
        Duration cpu = meter.cpu();
        Duration databaseCpu = database.get();
        pass(WINDOW, user, fleet);
        double cpuMillis = ThisMachine.millis(meter.cpu().minus(cpu));
        double databaseMillis = ThisMachine.millis(database.get().minus(databaseCpu));
        double seconds = ThisMachine.secondsSince(start);
        return new Window(mode, fleet.tasks() - tasks, fleet.requests() - requests, seconds, cpuMillis, databaseMillis);
    }

    private BenchReport report(String store, List<Window> windows) {
        FigureTable table = FigureTable.of(
                NODES + " nodes against one server on " + store,
                "mode | tasks/s | tasks per call | calls/s | server CPU ms per task | server CPU ms per call"
                        + " | PostgreSQL CPU ms per task | tasks measured");
        for (Window one : windows) {
            table = table.with(
                    one.mode(),
                    one.tasks() / one.seconds(),
                    (double) one.tasks() / one.requests(),
                    one.requests() / one.seconds(),
                    one.cpuPerTask(),
                    one.cpuMillis() / one.requests(),
                    one.databaseMillis() / one.tasks(),
                    (double) one.tasks());
        }
        List<Bar> bars = List.of(
                new Bar("one task per call", windows.get(0).cpuPerTask(), SINGLE_MILLIS, "ms of server CPU per task"),
                new Bar("batched commits", windows.get(1).cpuPerTask(), BATCHED_MILLIS, "ms of server CPU per task"));
        return bench.report("dispatch", List.of(table), bars);
    }
}
