package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;

/** A real agent that gets only jobs that name its tag, which is also their type. */
record TaggedAgent(AgentChild agent, String tag) implements Closeable {
    /** @param sandbox what the option of that name takes */
    static TaggedAgent start(Launch launcher, ServerChild server, Path folder, String tag, String sandbox, int slots)
            throws IOException {
        List<String> flags =
                List.of("--types", tag, "--tag", tag, "--sandbox", sandbox, "--slots", Integer.toString(slots));
        return new TaggedAgent(new AgentChild(launcher, server, folder, flags).start(), tag);
    }

    /** What a job needs that only this agent shall do. */
    Requirements needs() {
        return new Requirements(1, null, null, new Platform(null, null, List.of(), List.of(tag), false));
    }

    void checkHealth() throws FleetFailure {
        if (!isAlive()) {
            throw new FleetFailure("an agent ended");
        }
    }

    boolean isAlive() {
        return agent.child().isAlive();
    }

    /** With that of its tasks. */
    Duration cpu() {
        return ProcessTree.cpu(agent.pid());
    }

    @Override
    public void close() throws IOException {
        agent.close();
    }
}
