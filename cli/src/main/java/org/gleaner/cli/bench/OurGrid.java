package org.gleaner.cli.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.message.JobDetail;

/**
 * Our own server on SQLite with its default settings. Two kinds of workers serve it: nodes within the process of the
 * benchmark that end each task as soon as they get it, and an agent that starts a process for each. A tag and a type
 * keep their jobs apart. The process of the benchmark is also the client, and all of it counts as ours.
 */
final class OurGrid implements Closeable {
    private static final String STARTS = "starts";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(50);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);

    private final ServerChild server;
    private final UserCalls user;
    private final Fleet fleet;
    private final Process agent;
    private final AtomicInteger jobs = new AtomicInteger();

    OurGrid(List<String> launcher, Path data, Path agentFolder, int nodes, int slots) throws IOException {
        server = new ServerChild(launcher, data);
        user = new UserCalls(new ServerConnection(server.endpoint("admin.token"), CallTimeouts.DEFAULT));
        fleet = new Fleet(server.endpoint("join.token"), nodes);
        List<String> words = new ArrayList<>(launcher);
        words.addAll(List.of("agent", server.address(), "--types", STARTS, "--tag", STARTS, "--sandbox", "off"));
        words.addAll(List.of("--token-file", data.resolve("join.token").toString()));
        words.addAll(List.of("--dir", agentFolder.toString(), "--slots", Integer.toString(slots)));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("GLEANER_BUILD", "never");
        // The tasks of others do not give way to everybody either.
        builder.environment().put("GLEANER_AGENT_PRIORITY", "normal");
        agent = builder.start();
        Machine.endWithUs(agent);
    }

    /** Tasks that are not executed at all. */
    Contender nodes() {
        return new Part(this, "Gleaner, nodes without processes", "nothing", Requirements.ONE_CORE, this::withoutAgent);
    }

    /** Tasks that are processes. */
    Contender agent() {
        Platform tagged = new Platform(null, null, List.of(), List.of(STARTS), false);
        Requirements needs = new Requirements(1, null, null, tagged);
        return new Part(this, "Gleaner, an agent", STARTS, needs, this::withAgent);
    }

    private Duration withoutAgent() {
        return server.cpu().plusNanos(Machine.processNanos());
    }

    private Duration withAgent() {
        return withoutAgent().plus(ProcessTree.cpu(agent.pid()));
    }

    private record Part(OurGrid grid, String name, String type, Requirements needs, Supplier<Duration> clock)
            implements Contender {
        @Override
        public void work(int tasks) throws IOException, InterruptedException {
            grid.run(new JobSpec(
                    "bench",
                    type,
                    new CommandLine.Words(List.of("/bin/true")),
                    new ArrayShape.Range(1, tasks, 1),
                    List.of(),
                    List.of(),
                    needs,
                    JobLimits.DEFAULT));
        }

        @Override
        public Duration cpu() {
            return clock.get();
        }
    }

    private void run(JobSpec job) throws IOException, InterruptedException {
        String key = "bench-" + jobs.incrementAndGet();
        Answer<Reply.Submitted> submitted = user.submit(job, Collections.emptyIterator(), key);
        if (!(submitted instanceof Answer.Success<Reply.Submitted> success)) {
            throw new FleetFailure("it did not take a job but answered " + submitted);
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isDone(user.job(success.value().job()))) {
            if (System.nanoTime() > end) {
                throw new FleetFailure("it did not do " + job.tasks() + " tasks in " + PATIENCE);
            }
            fleet.checkHealth();
            TimeUnit.NANOSECONDS.sleep(BETWEEN_QUESTIONS.toNanos());
        }
    }

    private static boolean isDone(Answer<JobDetail> answer) throws FleetFailure {
        if (!(answer instanceof Answer.Success<JobDetail> success)) {
            throw new FleetFailure("it did not tell about a job but answered " + answer);
        }
        return success.value().summary().state() == TaskState.DONE;
    }

    @Override
    public void close() throws IOException {
        agent.destroy();
        try (server;
                fleet) {
            if (!agent.waitFor(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                agent.destroyForcibly();
            }
        } catch (InterruptedException e) {
            agent.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
