package org.gleaner.lab.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.lab.child.LiveHeap;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.server.token.TokenFiles;

/**
 * What does it cost the server that a thousand callers follow the pool while it works? Nodes commit 500 tasks a second,
 * so that a thousand attempts a second begin or end; in turn nobody follows and a thousand callers of fifty owners do.
 * Before each window all that is about to be measured has gone on for some seconds.
 */
final class FeedBench {
    private static final int NODES = 64;
    private static final int TASKS_PER_SECOND = 500;
    private static final int TASKS_PER_JOB = 100_000;
    private static final int OWNERS = 50;
    private static final int READERS_EACH = 20;
    private static final int ROUNDS = 3;
    private static final int WARM_UP_FRAMES = 120;
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(90);
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final Duration WINDOW = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double PERCENT = 30;
    private static final double MEGABYTES = 200;

    /** What was seen in one window. */
    private record Window(
            int readers, double seconds, double cpuMillis, long tasks, long events, long bytes, double megabytes) {
        double percent() {
            return cpuMillis / seconds / 10;
        }
    }

    private final BenchFrame bench;
    private int jobs;

    FeedBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport run() throws IOException, InterruptedException {
        List<Window> alone = new ArrayList<>();
        List<Window> followed = new ArrayList<>();
        try (ServerChild server = bench.server()) {
            Submitter user = new Submitter(server);
            user.set("chunk-tasks", "1");
            List<String> tokens = tokens(server.calls());
            URI address = URI.create(server.address());
            try (Fleet fleet = new Fleet(server.endpoint(TokenFiles.JOIN), NODES, TASKS_PER_SECOND)) {
                try (FeedReaders first = new FeedReaders(address, tokens)) {
                    long end = System.nanoTime() + LONGEST_WARM_UP.toNanos();
                    while (first.events() < WARM_UP_FRAMES && System.nanoTime() < end) {
                        pass(LOOK, user, fleet);
                    }
                    bench.say(
                            "warm after %d frames to each of %d readers, of whom %d were let go",
                            first.events(), first.size(), first.letGo());
                }
                for (int round = 0; round < ROUNDS; round++) {
                    alone.add(measure(server, user, fleet, new FeedReaders(address, List.of())));
                    followed.add(measure(server, user, fleet, new FeedReaders(address, tokens)));
                }
            }
        }
        return report(alone, followed);
    }

    /** One for each reader; a token may have twenty feeds. */
    private static List<String> tokens(UserCalls calls) throws FleetFailure {
        List<String> tokens = new ArrayList<>();
        for (int owner = 1; owner <= OWNERS; owner++) {
            TokenRequest request = new TokenRequest(Role.USER, new Owner("reader" + owner));
            String token =
                    Submitter.expect(calls.issue(request), "it refused a user").token();
            for (int i = 0; i < READERS_EACH; i++) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    private Window measure(ServerChild server, Submitter user, Fleet fleet, FeedReaders readers)
            throws IOException, InterruptedException {
        try (readers) {
            pass(SETTLING, user, fleet);
            ProcessMeter meter = new ProcessMeter(server.pid());
            long tasks = fleet.tasks();
            long events = readers.events();
            long bytes = readers.bytes();
            long start = System.nanoTime();
            Duration cpu = meter.cpu();
            pass(WINDOW, user, fleet);
            double cpuMillis = ThisMachine.millis(meter.cpu().minus(cpu));
            double seconds = ThisMachine.secondsSince(start);
            long told = readers.events() - events;
            long sent = readers.bytes() - bytes;
            long done = fleet.tasks() - tasks;
            double heap = LiveHeap.bytes(server.pid()) / BYTES_PER_MEGABYTE;
            Window window = new Window(readers.size(), seconds, cpuMillis, done, told, sent, heap);
            if (readers.letGo() > 0) {
                bench.notes().add(readers.letGo() + " of " + readers.size() + " readers fell behind and were let go");
            }
            bench.say(
                    "%d readers: %.1f %% of a core, %.0f MB of live heap, %.0f tasks/s, %.1f MB/s",
                    window.readers(), window.percent(), heap, done / seconds, sent / seconds / BYTES_PER_MEGABYTE);
            return window;
        }
    }

    /** Lets time pass and keeps the queue from running dry. */
    private void pass(Duration span, Submitter user, Fleet fleet) throws IOException, InterruptedException {
        long end = System.nanoTime() + span.toNanos();
        do {
            while ((long) jobs * TASKS_PER_JOB - fleet.tasks() < TASKS_PER_JOB / 2) {
                jobs++;
                user.submit(BenchedGrid.job("true", new ArrayShape.Range(1, TASKS_PER_JOB, 1)));
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        } while (System.nanoTime() < end);
    }

    private BenchReport report(List<Window> alone, List<Window> followed) {
        FigureTable table = FigureTable.of(
                "A working pool that nobody and a thousand follow, in turn, on one server on SQLite",
                "readers | server % of a core | live heap MB | attempts begun or ended/s | frames/s to each"
                        + " | MB/s to all | server CPU ms per 1000 frames");
        for (int round = 0; round < ROUNDS; round++) {
            table = row(row(table, alone.get(round), alone.get(round)), followed.get(round), alone.get(round));
        }
        Comparator<Window> cheaper = Comparator.comparingDouble(Window::percent);
        Window least = alone.stream().min(cheaper).orElseThrow();
        Window most = followed.stream().min(cheaper).orElseThrow();
        double more = followed.stream().mapToDouble(Window::megabytes).max().orElseThrow()
                - alone.stream().mapToDouble(Window::megabytes).min().orElseThrow();
        String who = OWNERS * READERS_EACH + " readers of " + OWNERS + " owners";
        List<Bar> bars = List.of(
                new Bar(
                        who + ", CPU of the server beyond that without",
                        most.percent() - least.percent(),
                        PERCENT,
                        "% of a core"),
                new Bar(who + ", live heap of the server beyond that without", more, MEGABYTES, "MB"));
        return bench.report("feed", List.of(table), bars);
    }

    private static FigureTable row(FigureTable table, Window one, Window before) {
        double more = one.cpuMillis() / one.seconds() - before.cpuMillis() / before.seconds();
        double frames = one.events() * one.readers() / one.seconds();
        return table.with(
                Integer.toString(one.readers()),
                one.percent(),
                one.megabytes(),
                2 * one.tasks() / one.seconds(),
                frames / Math.max(1, one.readers()),
                one.bytes() / one.seconds() / BYTES_PER_MEGABYTE,
                frames == 0 ? 0 : 1000 * more / frames);
    }
}
