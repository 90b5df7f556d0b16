package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Answer;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.terminal.console.CliFailure;

/**
 * How fast do jobs come in, by the thousand and one by one, and does a server with a small heap bear a hundred thousand
 * open ones and start again with them? A real server on its own database; the client is beside it on the same machine.
 */
final class SubmitBench {
    private static final int LINES = 20_000;
    private static final int SINGLE_CALLS = 2_000;
    private static final int COMMANDS = 10;
    private static final int AT_ONCE = 1_000;
    private static final int OPEN = 100_000;
    private static final String HEAP = "-Xmx1g";

    private static final double MOST_MILLIS = 0.5;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double RESTART_SECONDS = 10;
    private static final double GRAPH_SECONDS = 5;

    private final BenchFrame bench;
    private int calls;
    private int open;

    SubmitBench(BenchFrame bench) {
        this.bench = bench;
    }

    BenchReport onPostgres() throws CliFailure, IOException, InterruptedException {
        return bench.onPostgres(postgres -> run("--db", postgres.address()));
    }

    /** @param flags of the server */
    BenchReport run(String... flags) throws IOException, InterruptedException {
        Launch small = bench.launcher().with(Map.of("GLEANER_JAVA_OPTS", HEAP));
        try (ServerChild server = new ServerChild(small, bench.folder("server"), flags)) {
            UserCalls user = server.start().calls();
            expect(user.set("calls-per-second", "1000000"));
            FigureTable table = FigureTable.of("Jobs of one task, submitted", "by | jobs | seconds | jobs/s");
            // The code is compiled before anything counts.
            bundles(user, 2 * AT_ONCE);
            double lines = lines(server);
            table = table.with("submit --batch", (double) LINES, lines, LINES / lines);
            double bundles = bundles(user, LINES);
            table = table.with("API, " + AT_ONCE + " per call", (double) LINES, bundles, LINES / bundles);
            double single = singleCalls(user);
            table = table.with("API, one per call", (double) SINGLE_CALLS, single, SINGLE_CALLS / single);
            double commands = commands(server);
            table = table.with("submit, one per command", (double) COMMANDS, commands, COMMANDS / commands);
            double graph = graph(user);
            table = table.with("API, a graph", (double) Bundle.MOST, graph, Bundle.MOST / graph);
            bundles(user, OPEN - open);
            double peak = new ProcessMeter(server.pid()).peakMegabytes();
            server.child().kill();
            long start = System.nanoTime();
            server.start();
            expect(server.calls().jobs("last", 1));
            double restart = ThisMachine.secondsSince(start);
            double cpu = new ProcessMeter(server.pid()).cpu().toMillis() / MILLIS_PER_SECOND;
            FigureTable full = FigureTable.of(OPEN + " jobs are open, " + HEAP, "server | figure")
                    .with("most resident memory, MB", peak)
                    .with("start until it answers, s", restart)
                    .with("CPU time of that start, s", cpu);
            bench.notes()
                    .add("the graph is one job that waits for " + (Bundle.MOST - 1) + " others, all with one call");
            return bench.report(
                    "submit",
                    List.of(table, full),
                    List.of(
                            new Bar("one job by submit --batch", MILLIS_PER_SECOND * lines / LINES, MOST_MILLIS, "ms"),
                            new Bar("one job by the API", MILLIS_PER_SECOND * bundles / LINES, MOST_MILLIS, "ms"),
                            new Bar("a graph of " + Bundle.MOST, graph, GRAPH_SECONDS, "s"),
                            new Bar("start with " + OPEN + " open jobs", restart, RESTART_SECONDS, "s")));
        }
    }

    private double lines(ServerChild server) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("--name job-")
                    .append(i)
                    .append(" true --seed ")
                    .append(i)
                    .append('\n');
        }
        Path file = Files.writeString(bench.folder().file("jobs.txt"), text, StandardCharsets.UTF_8);
        open += LINES;
        return submit(server, List.of("--batch", file.toString()));
    }

    private double commands(ServerChild server) throws IOException, InterruptedException {
        double seconds = 0;
        for (int i = 0; i < COMMANDS; i++) {
            seconds += submit(server, List.of("true"));
        }
        open += COMMANDS;
        return seconds;
    }

    private double submit(ServerChild server, List<String> flags) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(bench.launcher().words());
        words.add("submit");
        words.addAll(flags);
        String token = server.endpoint(TokenFiles.ADMIN).token();
        Map<String, String> environment = Map.of(
                "GLEANER_BUILD",
                "never",
                "GLEANER_URL",
                server.address(),
                "GLEANER_TOKEN",
                token,
                "GLEANER_HOME",
                bench.folder("home").toString());
        return Called.in(bench.folder("run"), environment, words).seconds();
    }

    private double bundles(UserCalls user, int jobs) throws FleetFailure {
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += AT_ONCE) {
            List<Bundle.Member> members = new ArrayList<>();
            for (int i = done; i < Math.min(jobs, done + AT_ONCE); i++) {
                members.add(new Bundle.Member(job(i), List.of(), List.of()));
            }
            expect(user.submitAll(new Bundle(members), key()));
        }
        open += jobs;
        return ThisMachine.secondsSince(start);
    }

    private double singleCalls(UserCalls user) throws FleetFailure {
        long start = System.nanoTime();
        for (int i = 0; i < SINGLE_CALLS; i++) {
            expect(user.submit(job(i), Collections.emptyIterator(), key()));
        }
        open += SINGLE_CALLS;
        return ThisMachine.secondsSince(start);
    }

    /** One job that waits for all others. */
    private double graph(UserCalls user) throws FleetFailure {
        List<Bundle.Member> members = new ArrayList<>();
        List<Predecessor> all = new ArrayList<>();
        for (int i = 1; i < Bundle.MOST; i++) {
            members.add(new Bundle.Member(job(i), List.of(), List.of()));
            all.add(new Predecessor(new JobId(i), new Ordinals(List.of()), false));
        }
        members.add(new Bundle.Member(job(0), List.of(), all));
        open += Bundle.MOST;
        long start = System.nanoTime();
        expect(user.submitAll(new Bundle(members), key()));
        return ThisMachine.secondsSince(start);
    }

    private String key() {
        return "bench-" + ++calls;
    }

    private static JobSpec job(int number) {
        return Submitter.job(
                "bench",
                Requirements.ONE_CORE,
                new ArrayShape.Single(),
                List.of("true", "--seed", Integer.toString(number)));
    }

    private static <T> T expect(Answer<T> answer) throws FleetFailure {
        return Submitter.expect(answer, "it refused jobs");
    }
}
