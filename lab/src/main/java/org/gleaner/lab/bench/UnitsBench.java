package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.client.Gleaner;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.HostMain;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.lab.child.LiveHeap;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.terminal.console.CliFailure;

/**
 * Does a problem with very many units take more memory than one with few, and how many a second go through it? A real
 * server on SQLite with a small heap, a real host in its sandbox, and nodes that take no time for a unit. What server
 * and host take is read when a tenth, a half and all of the units are merged.
 */
final class UnitsBench {
    /** With fewer, a JVM still grows at a tenth of them. */
    static final int LEAST = 50_000;

    static final int USUAL = 100_000;

    private static final int NODES = 32;
    private static final String HEAP = "256m";
    /** All of the heap is there from the start: a JVM takes what it may have, and what grows must not hide in that. */
    private static final String JVM = "-Xms" + HEAP + " -Xmx" + HEAP + " -XX:+AlwaysPreTouch";

    private static final int[] PERCENT = {10, 50, 100};
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    /** So long without a merged unit means that something hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration ANSWER_PATIENCE = Duration.ofMinutes(2);
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double GROWTH = 1.25;
    /** What a JVM's memory varies by from one look to the next. */
    private static final double SLACK_MEGABYTES = 20;

    private static final double SLACK_BYTES = 1_000;

    /** What was seen when so many units were merged. */
    private record Seen(
            int merged,
            double seconds,
            double heapMegabytes,
            double serverMegabytes,
            double hostMegabytes,
            long state) {}

    private final BenchFrame bench;
    private double hostMegabytes;

    UnitsBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport run() throws CliFailure, IOException, InterruptedException {
        try (ServerChild server = new ServerChild(
                                bench.launcher().with(Map.of("GLEANER_JAVA_OPTS", JVM)), bench.folder("server"))
                        .start();
                Gleaner gleaner = Gleaner.connect(
                        server.address(), server.endpoint(TokenFiles.ADMIN).token())) {
            SubmittedProblem<Long> problem = CountedProblem.submit(gleaner, "units", bench.units());
            long submitted = System.nanoTime();
            List<Seen> all;
            try (Fleet fleet = new Fleet(server.endpoint(TokenFiles.JOIN), NODES, CountedProblem.trade())) {
                all = watch(server, new JobId(problem.id()), submitted, fleet);
            }
            long answer = answer(problem);
            if (answer != bench.units()) {
                throw new FleetFailure("of " + bench.units() + " units " + answer + " were merged");
            }
            return report(all);
        }
    }

    private List<Seen> watch(ServerChild server, JobId job, long submitted, Fleet fleet)
            throws IOException, InterruptedException {
        UserCalls user = server.calls();
        List<Seen> all = new ArrayList<>();
        int last = 0;
        long moved = System.nanoTime();
        long told = moved;
        while (all.size() < PERCENT.length) {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            Hosting hosting = CountedProblem.hosting(user, job);
            fleet.checkHealth();
            long now = System.nanoTime();
            if (hosting.merged() > last) {
                last = hosting.merged();
                moved = now;
            } else if (now - moved > PATIENCE.toNanos()) {
                throw new FleetFailure("no unit was merged for " + PATIENCE.toMinutes() + " minutes");
            }
            hostMegabytes = host(server, hostMegabytes);
            if (now - told > BETWEEN_LINES.toNanos()) {
                told = now;
                tell(server, last, submitted);
            }
            while (all.size() < PERCENT.length && last >= (long) bench.units() * PERCENT[all.size()] / 100) {
                all.add(seen(server, hosting, submitted));
            }
        }
        return all;
    }

    private void tell(ServerChild server, int merged, long submitted) throws IOException {
        double seconds = ThisMachine.secondsSince(submitted);
        bench.say(
                "%d of %d units merged, %.0f a second; the server has %.0f MB, the host %.0f MB",
                merged,
                bench.units(),
                merged / seconds,
                new ProcessMeter(server.pid()).residentMegabytes(),
                hostMegabytes);
    }

    private Seen seen(ServerChild server, Hosting hosting, long submitted) throws IOException, InterruptedException {
        double seconds = ThisMachine.secondsSince(submitted);
        // Before the collection, which may give some of it back.
        double resident = new ProcessMeter(server.pid()).residentMegabytes();
        double heap = LiveHeap.bytes(server.pid()) / BYTES_PER_MEGABYTE;
        return new Seen(
                hosting.merged(),
                seconds,
                heap,
                resident,
                hostMegabytes,
                hosting.state().size());
    }

    /** What the host has, which is a process below the server's; as it was before if there is none now. */
    private static double host(ServerChild server, double before) {
        return ProcessHandle.of(server.pid())
                .flatMap(process -> process.descendants()
                        .filter(UnitsBench::isHost)
                        .map(ProcessHandle::pid)
                        .findFirst())
                .map(pid -> {
                    try {
                        return new ProcessMeter(pid).residentMegabytes();
                    } catch (IOException gone) {
                        return before;
                    }
                })
                .orElse(before);
    }

    /** The JVM itself: the sandbox around it has the same words behind its own. */
    private static boolean isHost(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/java")
                && process.info().commandLine().orElse("").contains(HostMain.class.getName());
    }

    private static long answer(SubmittedProblem<Long> problem) throws FleetFailure, InterruptedException {
        try {
            return problem.answer(ANSWER_PATIENCE);
        } catch (ExecutionException | TimeoutException failed) {
            throw new FleetFailure("the problem has no answer: " + failed.getMessage());
        }
    }

    private BenchReport report(List<Seen> all) {
        FigureTable table = FigureTable.of(
                "A problem of " + bench.units() + " units, " + NODES + " nodes, a server with a heap of at most "
                        + HEAP,
                "merged | units/s since the row before | server's live heap MB | server RSS MB | host RSS MB"
                        + " | state bytes");
        Seen before = new Seen(0, 0, 0, 0, 0, 0);
        for (Seen one : all) {
            table = table.with(
                    Integer.toString(one.merged()),
                    (one.merged() - before.merged()) / (one.seconds() - before.seconds()),
                    one.heapMegabytes(),
                    one.serverMegabytes(),
                    one.hostMegabytes(),
                    (double) one.state());
            before = one;
        }
        Seen first = all.get(0);
        Seen end = all.get(all.size() - 1);
        if (end.heapMegabytes() < 0) {
            bench.notes().add("there is no jcmd, so nobody knows how much of the heap is live");
        }
        bench.notes().add(String.format(Locale.ROOT, "%d units in %.0f s", end.merged(), end.seconds()));
        return bench.report(
                "units",
                List.of(table),
                List.of(
                        bar("the server's live heap", first.heapMegabytes(), end.heapMegabytes()),
                        bar("memory of the server", first.serverMegabytes(), end.serverMegabytes()),
                        bar("memory of the host", first.hostMegabytes(), end.hostMegabytes()),
                        new Bar("the state", end.state(), first.state() * GROWTH + SLACK_BYTES, "bytes")));
    }

    private static Bar bar(String what, double first, double end) {
        return new Bar(what + " at the end", end, first * GROWTH + SLACK_MEGABYTES, "MB");
    }
}
