package org.gleaner.lab.child;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.machine.Signals;
import org.gleaner.server.token.TokenFiles;

/** A real agent and its directory, which outlives its processes. What it says is in a file beside it. Thread-safe. */
public final class AgentChild implements Closeable {
    private final Child child;
    private final AgentPlace place;

    /** Of a server that has been started, on its machine. */
    public AgentChild(Launch launch, ServerChild server, Path directory, List<String> flags) {
        this(launch, server.address(), server.file(TokenFiles.JOIN), directory, flags);
    }

    /**
     * @param server its address, or that of what leads there
     * @param directory like the token's file below that of the launch, if it is relative
     */
    public AgentChild(Launch launch, String server, Path token, Path directory, List<String> flags) {
        place = new AgentPlace(launch.directory().resolve(directory));
        List<String> words = new ArrayList<>(List.of("agent", server, "--token-file", token.toString()));
        words.addAll(List.of("--dir", directory.toString()));
        words.addAll(flags);
        child = Child.beside(place.directory(), launch, words);
    }

    /** Does not wait: the server hears of it when it hears of it. */
    public AgentChild start() throws IOException {
        child.start();
        return this;
    }

    public AgentPlace place() {
        return place;
    }

    public Child child() {
        return child;
    }

    public long pid() {
        return child.pid();
    }

    /** With all that a task or an agent that was killed could leave behind. */
    @Override
    public void close() throws IOException {
        child.finish();
        Signals.send("KILL", place.taskProcesses());
        place.removeGroups();
    }
}
