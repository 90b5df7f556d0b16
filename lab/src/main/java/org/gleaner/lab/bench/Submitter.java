package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobDetail;

/** Whoever submits jobs to a benchmark's server and waits for their end. Thread-safe. */
final class Submitter {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration JOIN_PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(50);

    /** Looks whether those who shall do the work still can. */
    @FunctionalInterface
    interface Health {
        void check() throws IOException;
    }

    private final UserCalls user;
    private final AtomicInteger jobs = new AtomicInteger();

    Submitter(ServerChild server) throws IOException {
        user = server.calls();
    }

    void set(String setting, String value) throws FleetFailure {
        expect(user.set(setting, value), "it refused a setting");
    }

    static <T> T expect(Answer<T> answer, String otherwise) throws FleetFailure {
        if (answer instanceof Answer.Success<T> success) {
            return success.value();
        }
        throw new FleetFailure(otherwise + ": " + answer);
    }

    /** A job whose tasks are processes that end at once. */
    static JobSpec starts(String type, Requirements needs, int tasks) {
        return job(type, needs, new ArrayShape.Range(1, tasks, 1), List.of("/bin/true"));
    }

    /** A job whose tasks are all this command. */
    static JobSpec job(String type, Requirements needs, ArrayShape array, List<String> command) {
        return new JobSpec(
                "bench", type, new CommandLine.Words(command), array, List.of(), List.of(), needs, JobLimits.DEFAULT);
    }

    /** Returns when all its tasks are done. */
    void run(JobSpec job, Health health) throws IOException, InterruptedException {
        await(submit(job), PATIENCE, health);
    }

    /** Returns when all tasks of the job are done. */
    void await(JobId job, Duration patience, Health health) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!isDone(job)) {
            if (System.nanoTime() > end) {
                throw new FleetFailure("it did not finish a job in " + patience.toSeconds() + " s");
            }
            health.check();
            TimeUnit.NANOSECONDS.sleep(BETWEEN_QUESTIONS.toNanos());
        }
    }

    /** Returns when it is durable. */
    JobId submit(JobSpec job) throws FleetFailure {
        return submit(job, Collections.emptyIterator());
    }

    /** @param entries of a listed array */
    JobId submit(JobSpec job, Iterator<Entry> entries) throws FleetFailure {
        String key = "bench-" + jobs.incrementAndGet();
        return expect(user.submit(job, entries, key), "it refused a job").job();
    }

    /** The jobs of whoever submits, the newest first. */
    JobDetail newest() throws FleetFailure {
        JobId job = expect(user.jobs("", 1), "it did not list its jobs")
                .jobs()
                .get(0)
                .id();
        return expect(user.job(job), "it did not describe a job");
    }

    /** What is particular to the first task of a job. */
    Entry firstEntry(JobId job) throws FleetFailure {
        return expect(user.entries(job, 1, 1), "it did not list the entries of a job")
                .entries()
                .get(0);
    }

    /** Ends a job whose tasks go on for ever. */
    void cancel(JobId job) throws FleetFailure {
        expect(user.change(Verb.CANCEL, job.toString()), "it did not cancel a job");
    }

    /** The nodes of a server that has few. */
    List<NodeSummary> nodes() throws FleetFailure {
        return expect(user.nodes(), "it did not list its nodes").nodes();
    }

    /** Waits until the server knows an agent as its only node, and returns what it knows. */
    NodeSummary awaitNode(AgentChild agent) throws IOException, InterruptedException {
        if (!agent.child().await(JOIN_PATIENCE, () -> !nodes().isEmpty())) {
            throw new FleetFailure("no agent joined");
        }
        return nodes().get(0);
    }

    private boolean isDone(JobId job) throws FleetFailure {
        TaskState state =
                expect(user.job(job), "it did not describe a job").summary().state();
        if (state == TaskState.BLOCKED || state == TaskState.PAUSED) {
            throw new FleetFailure("a job that should be done is " + state);
        }
        return state == TaskState.DONE;
    }
}
