package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.server.token.TokenFiles;
import org.jspecify.annotations.Nullable;

/**
 * Is a job done when {@code gleaner eta} says it will be? A real server, real agents that are killed and started again
 * as a seed says, and an array of tasks that wait for a while instead of computing, so that few processors carry it.
 * Machines stay for minutes here, not for hours, so the server also notices sooner that one is gone. It is asked by the
 * command that people use, and what it said is told beside the truth.
 */
record EtaBench(BenchFrame bench) {
    private static final int AGENTS = 6;
    private static final int SLOTS = 2;
    private static final int TASKS = 500;
    private static final double SHORTEST_SECONDS = 2;
    private static final double LONGEST_SECONDS = 8;
    /** As in a pool that there was before the job, and had other work. */
    private static final Duration WATCHED = Duration.ofMinutes(2);

    private static final String EARLIER = "5%n".repeat(100);

    /** The silence after which an agent is gone is as short as tasks and stays are; in the order in which they fit. */
    private static final List<Map.Entry<String, String>> SETTINGS =
            List.of(Map.entry("long-call", "3s"), Map.entry("suspect-after", "6s"), Map.entry("lost-after", "10s"));

    private static final int EVERY_PERCENT = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final double MOST_WRONG = 0.25;

    private record Asked(int percent, Instant now, Forecast.Span said) {}

    BenchReport run() throws IOException, InterruptedException {
        try (ServerChild server = bench.server();
                RestlessAgents agents = new RestlessAgents(bench, server, AGENTS, SLOTS, bench.seed())) {
            Submitter admin = new Submitter(server);
            for (Map.Entry<String, String> setting : SETTINGS) {
                admin.set(setting.getKey(), setting.getValue());
            }
            Client client = Client.of(server, bench);
            client.submit("earlier", String.format(Locale.ROOT, EARLIER));
            bench.say("agents come and go for %d s before the job", WATCHED.toSeconds());
            long began = System.nanoTime();
            while (System.nanoTime() - began < WATCHED.toNanos()) {
                pass(agents);
            }
            int before = agents.kills();
            JobId job = client.submit("wait", lines());
            List<Asked> asked = new ArrayList<>();
            Instant submitted = follow(client, job, agents, asked);
            Asked last = client.ask(job, 100);
            Instant end = last == null ? null : last.said().p50();
            if (end == null || asked.isEmpty()) {
                throw new FleetFailure("nothing was said of the job before it was done");
            }
            return report(submitted, asked, end, agents.kills() - before);
        }
    }

    private static void pass(RestlessAgents agents) throws IOException, InterruptedException {
        agents.step();
        TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
    }

    /** How long each task waits, in seconds: short ones are more frequent. */
    private String lines() {
        SplittableRandom random = new SplittableRandom(~(long) bench.seed());
        StringBuilder lines = new StringBuilder();
        for (int task = 0; task < TASKS; task++) {
            double seconds = SHORTEST_SECONDS * Math.pow(LONGEST_SECONDS / SHORTEST_SECONDS, random.nextDouble());
            lines.append(String.format(Locale.ROOT, "%.2f%n", seconds));
        }
        return lines.toString();
    }

    /** Asks each time when some more percent are done; returns when all are, and says when the job was submitted. */
    private Instant follow(Client client, JobId job, RestlessAgents agents, List<Asked> asked)
            throws IOException, InterruptedException {
        long latest = System.nanoTime() + PATIENCE.toNanos();
        int next = EVERY_PERCENT;
        while (System.nanoTime() < latest) {
            Reply.JobSummary now = client.look(job);
            if (now.state() == TaskState.DONE) {
                return now.submitted();
            }
            int percent = 100 * now.tasks().done() / TASKS;
            if (percent >= next) {
                Asked one = client.ask(job, percent);
                if (one != null) {
                    asked.add(one);
                    bench.say("at %d %%: %s", percent, one.said());
                    next = percent - percent % EVERY_PERCENT + EVERY_PERCENT;
                }
            }
            pass(agents);
        }
        throw new FleetFailure("it did not finish the job in " + PATIENCE.toMinutes() + " min");
    }

    private BenchReport report(Instant submitted, List<Asked> asked, Instant end, int kills) {
        FigureTable table = FigureTable.of(
                "Seed " + bench.seed() + ": seconds left, as said and in truth",
                "tasks done | asked after s | p10 | p50 | p90 | truth | truth / p50 | in range");
        List<EtaAnswer> answers = new ArrayList<>();
        for (Asked one : asked) {
            EtaAnswer answer = EtaAnswer.of(one.percent(), submitted, one.now(), one.said(), end);
            answers.add(answer);
            table = table.with(
                    answer.percent() + " %",
                    answer.asked(),
                    answer.p10(),
                    answer.p50(),
                    answer.p90(),
                    answer.truth(),
                    answer.ratio(),
                    answer.isWithin() ? 1.0 : 0.0);
        }
        bench.notes()
                .addAll(List.of(
                        TASKS + " tasks of " + SHORTEST_SECONDS + " to " + LONGEST_SECONDS + " s on " + AGENTS
                                + " agents with " + SLOTS + " slots each",
                        "agents were killed " + kills + " times while the job was open",
                        "load average after the run: " + ThisMachine.load()));
        return bench.report(
                "eta",
                List.of(table),
                List.of(new Bar("median error of what was left", EtaAnswer.usualError(answers), MOST_WRONG, "of it")));
    }

    /** Somebody with the command line, who also looks how far the job is. */
    private record Client(UserCalls calls, List<String> program, Map<String, String> environment, Path folder) {
        static Client of(ServerChild server, BenchFrame bench) throws IOException {
            String token = server.endpoint(TokenFiles.ADMIN).token();
            return new Client(
                    server.calls(),
                    bench.launcher().words(),
                    Map.of("GLEANER_BUILD", "never", "GLEANER_URL", server.address(), "GLEANER_TOKEN", token),
                    bench.folder("client"));
        }

        JobId submit(String type, String lines) throws IOException, InterruptedException {
            Files.writeString(folder.resolve("seconds.txt"), lines, StandardCharsets.UTF_8);
            String out = call("submit", "--type", type, "--each-line", "seconds.txt", "sleep", "{}");
            return new JobId(Long.parseLong(out.strip()));
        }

        Reply.JobSummary look(JobId job) throws FleetFailure {
            return Submitter.expect(calls.job(job), "it did not describe a job").summary();
        }

        /** Nothing if nothing can be said yet; of a job that is over, when that was. */
        @Nullable
        Asked ask(JobId job, int percent) throws IOException, InterruptedException {
            byte[] json = call("eta", job.toString(), "--json").getBytes(StandardCharsets.UTF_8);
            ForecastPage page = Json.read(json, ForecastJson::readPage);
            JobForecast forecast = page.jobs().isEmpty() ? null : page.jobs().get(0);
            Forecast.Span finish = forecast == null ? null : forecast.finish();
            Instant now = page.now();
            return finish == null || now == null || finish.p50() == null ? null : new Asked(percent, now, finish);
        }

        private String call(String... words) throws IOException, InterruptedException {
            List<String> all = new ArrayList<>(program);
            all.addAll(List.of(words));
            return Called.in(folder, environment, all).out();
        }
    }
}
