package org.gleaner.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.terminal.console.CliFailure;

/**
 * Is the page of a large pool quick? A real Chromium opens each view, as an admin, who sees everything: ten thousand
 * machines at work, a hundred thousand open jobs, and one of a million tasks that begin and end meanwhile.
 */
final class PageBench {
    private static final int MACHINES = 10_000;
    /** Beside them, at the top of every list, some with tasks so short that thousands are in sight at once. */
    private static final int QUICK_MACHINES = 16;

    private static final int QUICK_TASKS = 100;
    private static final int JOIN_TOGETHER = 1_000;
    private static final int JOBS = 100_000;
    private static final int AT_ONCE = 1_000;
    /** Of so many jobs one can run; the others wait for a machine that is not there. */
    private static final int ONE_RUNS_OF = 20;

    private static final int TASKS = 1_000_000;
    private static final int MANY_CORES = 64;
    private static final Duration LONGEST_TASK = Duration.ofSeconds(50);
    /** How often each view is opened; the fastest counts, as other load can only slow it down. */
    private static final int OPENED = 3;

    private static final Duration SETTLING = Duration.ofSeconds(30);
    private static final Duration WATCHED = Duration.ofSeconds(30);
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double PAINT_SECONDS = 1;

    /**
     * What there was to see of a view.
     *
     * @param paint when something was first seen, in milliseconds
     * @param row the same of the first row
     * @param longest for how many milliseconds the main thread was busy at most; 0 if never for more than 50
     */
    private record Seen(double paint, double row, double longest, MainThread main) {}

    private final BenchFrame bench;

    PageBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport run() throws CliFailure, IOException, InterruptedException {
        FigureTable table = FigureTable.of(
                "The page of a pool with " + MACHINES + " machines, " + JOBS + " open jobs and one of " + TASKS
                        + " tasks, in Chromium",
                "view | first paint s | first row s | longest task, CPU ms | tasks above 100 ms of CPU"
                        + " | longest task, elapsed ms");
        List<Bar> bars = new ArrayList<>();
        try (ServerChild server = bench.server();
                ChromiumChild browser = new ChromiumChild(bench.folder("chromium"))) {
            Submitter user = new Submitter(server);
            for (String setting : List.of("joins-per-minute", "calls-per-second", "node-calls-per-second")) {
                user.set(setting, "1000000");
            }
            // A node of this fleet is silent while a task runs.
            user.set("lost-after", "6m");
            user.set("suspect-after", "5m");
            user.set("chunk-tasks", "1");
            try (IdleFleet fleet = new IdleFleet(server.endpoint(TokenFiles.JOIN), LONGEST_TASK);
                    Fleet quick = new Fleet(server.endpoint(TokenFiles.JOIN), QUICK_MACHINES, QUICK_TASKS)) {
                JobId large = fill(server.calls(), user, fleet);
                Map<String, String> places = new LinkedHashMap<>();
                places.put("overview", "#/overview");
                places.put("jobs", "#/jobs");
                places.put("job", "#/jobs/" + large);
                places.put("machines", "#/machines");
                for (Map.Entry<String, String> view : places.entrySet()) {
                    fleet.checkHealth();
                    quick.checkHealth();
                    String name = view.getKey();
                    Seen seen = look(server, browser, name, view.getValue());
                    bench.say(
                            "%s: paint after %.0f ms, first row after %.0f ms, longest task %.0f ms of CPU",
                            name, seen.paint(), seen.row(), seen.main().longest());
                    table = table.with(
                            name,
                            seen.paint() / MILLIS_PER_SECOND,
                            seen.row() / MILLIS_PER_SECOND,
                            seen.main().longest(),
                            (double) seen.main().slow(),
                            seen.longest());
                    bars.add(new Bar(name + ", first paint", seen.paint() / MILLIS_PER_SECOND, PAINT_SECONDS, "s"));
                    bars.add(new Bar(
                            name + ", longest task of the main thread",
                            seen.main().longest(),
                            MainThread.SLOW_MILLIS,
                            "ms of CPU"));
                }
            }
        }
        return bench.report("page", List.of(table), bars);
    }

    /** Returns when the pool works. */
    private JobId fill(UserCalls calls, Submitter user, IdleFleet fleet) throws IOException, InterruptedException {
        while (fleet.size() < MACHINES) {
            fleet.join(Math.min(JOIN_TOGETHER, MACHINES - fleet.size()));
            bench.say("%d of %d machines have joined", fleet.size(), MACHINES);
        }
        JobSpec array =
                Submitter.job("large", Requirements.ONE_CORE, new ArrayShape.Range(1, TASKS, 1), List.of("step", "{}"));
        JobId large = user.submit(array);
        for (int done = 0; done < JOBS; done += AT_ONCE) {
            List<Bundle.Member> members = new ArrayList<>();
            for (int i = done; i < done + AT_ONCE; i++) {
                Requirements needs = i % ONE_RUNS_OF == 0 ? Requirements.ONE_CORE : new Requirements(MANY_CORES, null);
                JobSpec job =
                        Submitter.job("small", needs, new ArrayShape.Single(), List.of("step", Integer.toString(i)));
                members.add(new Bundle.Member(job, List.of(), List.of()));
            }
            Submitter.expect(calls.submitAll(new Bundle(members), "page-" + done), "it refused jobs");
        }
        bench.say("%d jobs are open; the pool works for a while", JOBS + 1);
        TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
        return large;
    }

    /** Opens a view some times and uses it for a while. */
    private Seen look(ServerChild server, ChromiumChild browser, String view, String place)
            throws IOException, InterruptedException {
        String token = server.endpoint(TokenFiles.ADMIN).token().strip();
        double paint = Double.POSITIVE_INFINITY;
        double row = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= OPENED; i++) {
            try (ChromiumTab tab = browser.tab()) {
                tab.before("sessionStorage.setItem('gleaner.token', '" + token + "');" + script());
                tab.beginTrace();
                tab.go(server.address() + "/" + place);
                tab.ask("new Promise((done) =>"
                        + " (globalThis.bench ? done('') : addEventListener('load', () => done(''))))");
                Map<String, Double> opened = figures(tab.ask("bench.opened('" + view + "')"));
                paint = Math.min(paint, opened.getOrDefault("paint", paint));
                row = Math.min(row, opened.getOrDefault("row", row));
                if (i == OPENED) {
                    String use = "bench.use('" + view + "', " + WATCHED.toMillis() + ")";
                    Map<String, Double> used = figures(tab.ask(use));
                    double longest = used.getOrDefault("longest", 0.0);
                    return new Seen(paint, row, longest, MainThread.of(tab.endTrace()));
                }
                tab.endTrace();
            }
        }
        throw new IllegalStateException("it was never opened");
    }

    private static Map<String, Double> figures(String answer) throws IOException {
        return Json.read(answer.getBytes(UTF_8), PageBench::readFigures);
    }

    private static Map<String, Double> readFigures(JsonInput in) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            figures.put(field, in.fraction());
        }
        return figures;
    }

    private static String script() throws IOException {
        try (InputStream script = PageBench.class.getResourceAsStream("page-bench.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
        }
    }
}
