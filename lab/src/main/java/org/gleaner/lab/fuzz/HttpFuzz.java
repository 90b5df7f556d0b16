package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.Together;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/**
 * Sends damaged requests to every route of a real server and looks at what comes back, and at what the server holds
 * when they are over.
 */
final class HttpFuzz {
    private static final int SENDERS = 4;
    private static final int RENEWED_EVERY = 200;
    private static final int WARM_UP = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> COLUMNS = List.of(
            "2xx", "400", "401", "403", "404", "405", "409", "413", "422", "429", "4xx", "5xx", "closed", "silent",
            "garbled");

    /** A request and what came back. */
    private record Exchanged(WireRequest request, WireAnswer answer) {
        String text() {
            return request.caller() + " sends:\n" + request.text() + "\n(" + request.end() + ")\n\nand gets "
                    + answer.kind() + " " + answer.status() + "\n" + answer.headers() + "\n"
                    + new String(answer.body(), StandardCharsets.UTF_8);
        }
    }

    private final ServerChild server;
    private final World world;
    private final RequestMaker maker = new RequestMaker(Operation.ours());
    private final Defects findings;
    private final Progress progress;
    private final Map<String, Map<String, Integer>> answers = new TreeMap<>();
    private final AtomicLong next = new AtomicLong();
    /** The last exchange in full: who replays one request wants to see it. */
    private volatile @Nullable Exchanged last;

    HttpFuzz(ServerChild server, Defects findings, Progress progress) throws IOException {
        this.server = server;
        this.world = new World(server);
        this.findings = findings;
        this.progress = progress;
    }

    /** Sends one request for each of the seeds and tells what came of it; a server that is gone is a finding too. */
    void run(long fromSeed, long requests, PrintStream out) throws InterruptedException {
        try {
            sendAll(fromSeed, requests, out);
        } catch (IOException gone) {
            progress.end();
            findings.add("gone", new Defect("the server can't be reached: " + gone, replay(fromSeed, requests), ""));
        }
    }

    private void sendAll(long fromSeed, long requests, PrintStream out) throws IOException, InterruptedException {
        long warm = requests / WARM_UP;
        send(fromSeed, 0, warm, requests);
        world.clear();
        Vitals before = Vitals.of(server.pid());
        send(fromSeed, warm, requests, requests);
        if (!world.isWell()) {
            findings.add("health", new Defect("the server is not healthy afterwards", replay(fromSeed, requests), ""));
        }
        world.clear();
        Vitals after = Vitals.of(server.pid());
        progress.end();
        Exchanged only = last;
        if (requests == 1 && only != null) {
            only.text().lines().forEach(line -> out.println(Printer.printable(line)));
            return;
        }
        print(out, before, after);
        if (requests > warm && before.grewTo(after)) {
            findings.add(
                    "growth", new Defect("the server holds more than before", replay(fromSeed, requests), "" + after));
        }
    }

    private void send(long fromSeed, long first, long end, long all) throws InterruptedException, IOException {
        next.set(first);
        Together.run(SENDERS, Collections.nCopies(SENDERS, () -> work(fromSeed, end, all)));
    }

    private void work(long fromSeed, long end, long all) throws IOException {
        try (Wire wire = new Wire(world.address(), PATIENCE)) {
            for (long i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                if (i % RENEWED_EVERY == RENEWED_EVERY - 1) {
                    world.renew();
                }
                one(wire, fromSeed + i);
                findings.show(progress, "requests", i + 1, all);
            }
        }
    }

    private void one(Wire wire, long seed) throws IOException {
        WireRequest request = maker.make(seed, world.names());
        WireAnswer answer = wire.send(request);
        String fault = AnswerCheck.fault(request, answer);
        String route = request.operation().name();
        last = new Exchanged(request, answer);
        synchronized (answers) {
            answers.computeIfAbsent(route, key -> new TreeMap<>()).merge(answer.column(), 1, Integer::sum);
        }
        if (fault != null) {
            findings.add(route + fault, new Defect(fault + " (" + route + ")", replay(seed, 1), request.shown()));
        }
    }

    private static String replay(long seed, long requests) {
        return "gleaner fuzz http --from-seed " + seed + " --requests " + requests;
    }

    private void print(PrintStream out, Vitals before, Vitals after) {
        List<String> headings = new ArrayList<>(List.of("route"));
        Map<String, Integer> sums = new TreeMap<>();
        answers.values().forEach(row -> row.forEach((column, count) -> sums.merge(column, count, Integer::sum)));
        List<String> used = COLUMNS.stream()
                .filter(column -> sums.getOrDefault(column, 0) > 0)
                .toList();
        headings.addAll(used);
        Table table = new Table(headings.toArray(String[]::new));
        answers.forEach((route, row) -> table.add(cells(route, row, used)));
        table.add(cells("all", sums, used));
        table.print(out);
        out.println();
        Vitals.print(before, after, "after a fifth", out);
    }

    private static String[] cells(String name, Map<String, Integer> row, List<String> columns) {
        List<String> cells = new ArrayList<>(List.of(name));
        columns.forEach(column -> cells.add(row.containsKey(column) ? String.valueOf(row.get(column)) : "."));
        return cells.toArray(String[]::new);
    }
}
