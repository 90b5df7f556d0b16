package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;

/**
 * Our own server on SQLite with its default settings, and two agents: one runs calls of a Java executor in its sandbox,
 * the other starts a process for each task. A tag and a type keep their jobs apart. The process of the benchmark is the
 * client, and all of it counts as ours.
 */
final class OurGrid implements Closeable {
    private final ServerChild server;
    private final Submitter customer;
    private final TaggedAgent starting;
    private final TaggedAgent calling;
    private final OurCalls calls;

    /** @param folder gives each agent its own */
    OurGrid(Launch launcher, Path data, Folders folder, int slots) throws IOException, InterruptedException {
        server = new ServerChild(launcher, data).start();
        customer = new Submitter(server);
        // The tasks of others do not give way to everybody either.
        Launch normal = launcher.with(Map.of("GLEANER_AGENT_PRIORITY", "normal"));
        starting = TaggedAgent.start(normal, server, folder.make("agent"), "starts", "off", slots);
        calling = TaggedAgent.start(normal, server, folder.make("agent-calls"), "calls", "auto", slots);
        calls = new OurCalls(server, calling, BenchCalls::empty);
    }

    /** Makes an empty directory. */
    @FunctionalInterface
    interface Folders {
        Path make(String name) throws IOException;
    }

    /** Tasks that are calls of an empty method. */
    Contender calls() {
        return calls;
    }

    /** Tasks that are processes. */
    Contender agent() {
        return OurPart.of("Gleaner, an agent", server, customer, starting);
    }

    @Override
    public void close() throws IOException {
        try (server;
                starting;
                calling) {
            calls.close();
        }
    }
}
