package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.terminal.console.CliFailure;

/**
 * The server and the agents of the demo: their processes from start to end. Thread-safe, because an interrupt stops
 * them while the demo is in the middle of something.
 */
final class DemoGrid {
    private static final Path DATA = Path.of("server");

    private final OwnProgram gleaner;
    private final ServerChild server;
    private final Map<Integer, AgentChild> agents = new TreeMap<>();
    private boolean stopping;

    DemoGrid(OwnProgram gleaner) throws IOException {
        this.gleaner = gleaner;
        this.server = new ServerChild(gleaner.background(), DATA);
    }

    /** Starts the server, again on the port of its earlier life if there was one, and returns its address. */
    String startServer() throws CliFailure, IOException, InterruptedException {
        gleaner.show(server.child());
        try {
            return server.start().address();
        } catch (Unstarted why) {
            throw Broken.promise("The server did not start.", String.valueOf(why.getMessage()), gleaner.home());
        }
    }

    void startAgent(int number) throws IOException {
        Child agent = agent(number);
        gleaner.show(agent);
        agent.start();
    }

    synchronized Child agent(int number) throws IOException {
        if (stopping) {
            throw new IOException("the demo is being stopped");
        }
        // The tasks are our own, and it has to run everywhere: also as root on a machine that has no sandbox.
        List<String> flags = List.of("--slots", Integer.toString(DemoPlan.SLOTS), "--sandbox", "off");
        Path token = DATA.resolve(TokenFiles.JOIN);
        return agents.computeIfAbsent(
                        number,
                        fresh -> new AgentChild(gleaner.background(), url(), token, Path.of("agent-" + fresh), flags))
                .child();
    }

    String url() {
        return server.address();
    }

    Child server() {
        return server.child();
    }

    synchronized List<Long> pids() {
        return Stream.concat(agents.values().stream().map(AgentChild::child), Stream.of(server.child()))
                .filter(Child::isAlive)
                .map(Child::pid)
                .toList();
    }

    /** Asks all to end, the agents first, and kills those that do not. */
    synchronized void stop() {
        stopping = true;
        agents.values().forEach(agent -> agent.child().signal("TERM"));
        agents.values().forEach(agent -> agent.child().finish());
        removeGroups();
        server.close();
    }

    /** Those of agents that were killed: nobody starts them again to tidy up. */
    private void removeGroups() {
        for (AgentChild agent : agents.values()) {
            try {
                agent.place().removeGroups();
            } catch (IOException unreadable) {
                // Empty groups harm nobody, and everything else must still be stopped.
            }
        }
    }
}
