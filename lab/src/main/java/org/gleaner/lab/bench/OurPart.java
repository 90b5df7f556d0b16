package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.gleaner.lab.child.ServerChild;

/**
 * A server of ours with one kind of workers. The process of the benchmark is the client, and all of it counts as ours.
 *
 * @param workers CPU time so far of those that are in neither of these two processes
 */
record OurPart(String name, ServerChild server, Work work, Supplier<Duration> workers) implements Contender {
    /** Has so many tasks done that do nothing. */
    interface Work {
        void run(int tasks) throws IOException, InterruptedException;
    }

    /** With an agent, which starts a process for each task. */
    static OurPart of(String name, ServerChild server, Submitter customer, TaggedAgent agent) {
        Work starts = tasks -> customer.run(Submitter.starts(agent.tag(), agent.needs(), tasks), agent::checkHealth);
        return new OurPart(name, server, starts, agent::cpu);
    }

    @Override
    public void work(int tasks) throws IOException, InterruptedException {
        work.run(tasks);
    }

    @Override
    public Duration cpu() {
        Duration own = Duration.ofNanos(ThisMachine.processNanos());
        return new ProcessMeter(server.pid()).cpu().plus(own).plus(workers.get());
    }
}
