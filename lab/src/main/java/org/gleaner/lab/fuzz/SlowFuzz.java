package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.terminal.console.Table;

/**
 * Opens many connections that are slow, silent or half open, and looks whether others are served meanwhile, and whether
 * the server gets rid of all of them. Confined to one thread.
 */
final class SlowFuzz {
    /** Idle connections are ended after a minute; the rest is for a busy machine. */
    private static final Duration LONGEST = Duration.ofSeconds(100);

    private static final long TICK_MILLIS = 1000;
    private static final int STRAYS = 5;
    private static final double SLOWEST_SECONDS = 20;

    private final ServerChild server;
    private final World world;
    private final Defects findings;
    private final Progress progress;
    private double slowest;

    SlowFuzz(ServerChild server, Defects findings, Progress progress) throws IOException {
        this.server = server;
        this.world = new World(server);
        this.findings = findings;
        this.progress = progress;
    }

    void run(int connections, PrintStream out) throws IOException, InterruptedException {
        Vitals before = Vitals.of(server.pid());
        List<SlowCaller> callers = new ArrayList<>();
        try {
            List<SlowCaller.Way> ways = SlowCaller.Way.all(world.names());
            InetSocketAddress address = new InetSocketAddress(
                    world.address().getHost(), world.address().getPort());
            for (int i = 0; i < connections; i++) {
                callers.add(new SlowCaller(ways.get(i % ways.size()), address));
            }
            wait(callers);
            progress.end();
            print(ways, callers, out);
        } finally {
            for (SlowCaller caller : callers) {
                caller.close();
            }
        }
        Vitals after = settled(before);
        out.println();
        Vitals.print(before, after, "before", out);
        out.printf(Locale.ROOT, "%nslowest answer to other callers: %.1f s%n", slowest);
        if (before.grewTo(after)) {
            findings.add("growth", new Defect("the server holds more than before", replay(connections), "" + after));
        }
        if (slowest > SLOWEST_SECONDS) {
            findings.add("slow", new Defect("others waited " + slowest + " s for an answer", replay(connections), ""));
        }
    }

    private void wait(List<SlowCaller> callers) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        int open = callers.size();
        while (open > 0 && System.nanoTime() < end) {
            long began = System.nanoTime();
            if (!world.isWell()) {
                findings.add("away", new Defect("other callers got no answer", replay(callers.size()), ""));
            }
            slowest = Math.max(slowest, (System.nanoTime() - began) / 1e9);
            Thread.sleep(TICK_MILLIS);
            callers.forEach(SlowCaller::tick);
            open = (int) callers.stream()
                    .filter(caller -> caller.isOpen() && caller.way().reads())
                    .count();
            findings.show(progress, "connections ended", callers.size() - open, callers.size());
        }
        // Those who read nothing can't see the end; they look when it is due.
        while (System.nanoTime() < end
                && callers.stream().anyMatch(one -> !one.way().reads() && one.seconds() < 75)) {
            Thread.sleep(TICK_MILLIS);
        }
    }

    private void print(List<SlowCaller.Way> ways, List<SlowCaller> callers, PrintStream out) {
        Table table = new Table("who", "connections", "closed by the server", "after s, first", "last");
        for (SlowCaller.Way way : ways) {
            List<SlowCaller> all =
                    callers.stream().filter(one -> one.way().equals(way)).toList();
            int left = 0;
            double first = Double.MAX_VALUE;
            double last = 0;
            for (SlowCaller one : all) {
                if (one.isLeft()) {
                    left++;
                    findings.add(
                            way.name(),
                            new Defect("a caller: " + way.name() + " is still open", replay(callers.size()), ""));
                } else if (way.reads()) {
                    first = Math.min(first, one.seconds());
                    last = Math.max(last, one.seconds());
                }
            }
            table.add(
                    way.name(),
                    Integer.toString(all.size()),
                    Integer.toString(all.size() - left),
                    last == 0 ? "?" : String.format(Locale.ROOT, "%.0f", first),
                    last == 0 ? "?" : String.format(Locale.ROOT, "%.0f", last));
        }
        table.print(out);
    }

    /** Connections that we have just closed are gone on the other side a little later. */
    private Vitals settled(Vitals before) throws IOException, InterruptedException {
        for (int i = 0; i < STRAYS && before.grewTo(Vitals.of(server.pid())); i++) {
            Thread.sleep(TICK_MILLIS);
        }
        return Vitals.of(server.pid());
    }

    private static String replay(int connections) {
        return "gleaner fuzz slow --connections " + connections;
    }
}
