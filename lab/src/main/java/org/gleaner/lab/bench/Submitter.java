package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.ChangeReport;
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

    /** Lets a whole fleet join with one token at once. */
    void openDoors() throws IOException {
        if (!(user.set("joins-per-minute", "60000000") instanceof Answer.Success<?>)) {
            throw new FleetFailure("the server does not let many nodes join at once");
        }
    }

    /** A job whose tasks are processes that end at once. */
    static JobSpec starts(String type, Requirements needs, int tasks) {
        return job(type, needs, tasks, List.of("/bin/true"));
    }

    /** A job whose tasks are all this command. */
    static JobSpec job(String type, Requirements needs, int tasks, List<String> command) {
        return new JobSpec(
                "bench",
                type,
                new CommandLine.Words(command),
                new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                needs,
                JobLimits.DEFAULT);
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
        String key = "bench-" + jobs.incrementAndGet();
        Answer<Reply.Submitted> answer = user.submit(job, Collections.emptyIterator(), key);
        if (!(answer instanceof Answer.Success<Reply.Submitted> success)) {
            throw new FleetFailure("it refused a job: " + answer);
        }
        return success.value().job();
    }

    /** Ends a job whose tasks go on for ever. */
    void cancel(JobId job) throws FleetFailure {
        Answer<ChangeReport> answer = user.change(Verb.CANCEL, job.toString());
        if (!(answer instanceof Answer.Success<ChangeReport>)) {
            throw new FleetFailure("it did not cancel a job: " + answer);
        }
    }

    /** The nodes of a server that has few. */
    List<Reply.NodeSummary> nodes() throws FleetFailure {
        Answer<Reply.Nodes> answer = user.nodes();
        if (!(answer instanceof Answer.Success<Reply.Nodes> success)) {
            throw new FleetFailure("it did not list its nodes: " + answer);
        }
        return success.value().nodes();
    }

    /** Waits until the server knows an agent as its only node, and returns what it knows. */
    Reply.NodeSummary awaitNode(AgentChild agent) throws IOException, InterruptedException {
        if (!agent.child().await(JOIN_PATIENCE, () -> !nodes().isEmpty())) {
            throw new FleetFailure("no agent joined");
        }
        return nodes().get(0);
    }

    private boolean isDone(JobId job) throws FleetFailure {
        Answer<JobDetail> answer = user.job(job);
        if (!(answer instanceof Answer.Success<JobDetail> success)) {
            throw new FleetFailure("it did not describe a job: " + answer);
        }
        TaskState state = success.value().summary().state();
        if (state == TaskState.BLOCKED || state == TaskState.PAUSED) {
            throw new FleetFailure("a job that should be done is " + state);
        }
        return state == TaskState.DONE;
    }
}
