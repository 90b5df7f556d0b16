package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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
        OurPart.Work nothing =
                tasks -> customer.run(Submitter.starts("nothing", Requirements.ONE_CORE, tasks), fleet::checkHealth);
        return new OurPart("Gleaner, nodes without processes", server, nothing, () -> Duration.ZERO);
    }

    /** Tasks that are processes. */
    Contender agent() {
        return OurPart.of("Gleaner, an agent", server, customer, agent);
    }

    @Override
    public void close() throws IOException {
        try (server;
                fleet) {
            agent.close();
        }
    }
}
