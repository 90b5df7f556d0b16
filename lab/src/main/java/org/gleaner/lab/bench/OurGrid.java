package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.server.token.TokenFiles;

/**
 * Our own server on SQLite with its default settings. Two kinds of workers serve it: nodes within the process of the
 * benchmark that end each task as soon as they get it, and an agent that starts a process for each. A tag and a type
 * keep their jobs apart. The process of the benchmark is also the client, and all of it counts as ours.
 */
final class OurGrid implements Closeable {
    private final ServerChild server;
    private final Submitter customer;
    private final Fleet fleet;
    private final TaggedAgent agent;

    OurGrid(Launch launcher, Path data, Path agentFolder, int nodes, int slots)
            throws IOException, InterruptedException {
        server = new ServerChild(launcher, data).start();
        customer = new Submitter(server);
        fleet = new Fleet(server.endpoint(TokenFiles.JOIN), nodes);
        // The tasks of others do not give way to everybody either.
        Launch normal = launcher.with(Map.of("GLEANER_AGENT_PRIORITY", "normal"));
        agent = TaggedAgent.start(normal, server, agentFolder, "starts", "off", slots);
    }

    /** Tasks that are not executed at all. */
    Contender nodes() {
        return new Part(this, "Gleaner, nodes without processes", "nothing", Requirements.ONE_CORE, this::withoutAgent);
    }

    /** Tasks that are processes. */
    Contender agent() {
        return new Part(this, "Gleaner, an agent", agent.tag(), agent.needs(), this::withAgent);
    }

    private Duration withoutAgent() {
        return new ProcessMeter(server.pid()).cpu().plusNanos(ThisMachine.processNanos());
    }

    private Duration withAgent() {
        return withoutAgent().plus(agent.cpu());
    }

    private record Part(OurGrid grid, String name, String type, Requirements needs, Supplier<Duration> clock)
            implements Contender {
        @Override
        public void work(int tasks) throws IOException, InterruptedException {
            grid.customer.run(Submitter.starts(type, needs, tasks), grid.fleet::checkHealth);
        }

        @Override
        public Duration cpu() {
            return clock.get();
        }
    }

    @Override
    public void close() throws IOException {
        try (server;
                fleet) {
            agent.close();
        }
    }
}
