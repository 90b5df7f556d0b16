package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.message.JobDetail;

/**
 * What does a task cost whose JVM has done others before? A real server and an agent with one slot: nothing runs beside
 * the task, so the time from one to the next is all that the system adds to it. An executor would put short calls
 * together; here each is a task of its own, in a job that is otherwise like the executor's.
 */
record WarmBench(BenchFrame bench) {
    private static final int TASKS = 2_000;
    private static final int ROUNDS = 5;
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final double MOST_MILLIS = 3;
    private static final double MILLIS_PER_SECOND = 1e3;

    BenchReport run() throws IOException, InterruptedException {
        try (Comparison comparison = new Comparison("warm", ROUNDS, LONGEST, bench)) {
            ServerChild server = comparison.opened(bench.server());
            Submitter customer = new Submitter(server);
            TaggedAgent agent = comparison.opened(TaggedAgent.start(
                    bench.launcher().with(Map.of("GLEANER_AGENT_PRIORITY", "normal")),
                    server,
                    bench.folder("agent"),
                    "warm",
                    "auto",
                    1));
            comparison.opened(new OurCalls(server, agent, BenchCalls::empty)).work(1);
            JobDetail pattern = customer.newest();
            Entry call = customer.firstEntry(pattern.summary().id());
            OurPart.Work single = tasks -> customer.await(
                    customer.submit(
                            alike(pattern.spec(), tasks),
                            Collections.nCopies(tasks, call).iterator()),
                    LONGEST,
                    agent::checkHealth);
            Lane lane = comparison.join(new Lane(
                    new OurPart("Gleaner, a warm JVM", server, single, agent::cpu),
                    "an empty Java call in each task; durable",
                    TASKS,
                    WARM_UP,
                    null));
            bench.say("warming up for %d s", WARM_UP.toSeconds());
            lane.warmUp();
            comparison.demand(MOST_MILLIS, lane);
            return comparison.measure(
                    "Tasks one after the other in one slot",
                    one -> MILLIS_PER_SECOND / one.fastest().rate(),
                    "ms elapsed per task");
        }
    }

    /** The same job with so many tasks, and no more to come. */
    private static JobSpec alike(JobSpec job, int tasks) {
        return new JobSpec(
                job.name(),
                job.type(),
                job.command(),
                new ArrayShape.Listed(tasks),
                job.inputs(),
                job.outputs(),
                job.needs(),
                job.limits());
    }
}
