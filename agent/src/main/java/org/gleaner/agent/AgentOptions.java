package org.gleaner.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.gleaner.core.job.MemorySize;

/**
 * How an agent shall run.
 *
 * @param joinToken asked for only when the agent has to join, so that a token file may change
 * @param slots cores given to tasks; 0: all of the machine's
 * @param memory memory given to tasks; zero: all of the machine's
 * @param cache most bytes of input files kept
 * @param lowPriority whether to give way to everything else on the machine; off only for tests
 * @param environment that of the agent's process, of which tasks see the search path and the language
 */
public record AgentOptions(
        URI server,
        Supplier<String> joinToken,
        Path dir,
        int slots,
        MemorySize memory,
        MemorySize cache,
        boolean lowPriority,
        String version,
        Map<String, String> environment) {
    public static final MemorySize DEFAULT_CACHE = new MemorySize(10L << 30);

    public AgentOptions {
        if (slots < 0) {
            throw new IllegalArgumentException("an agent can't have " + slots + " slots");
        }
        environment = Map.copyOf(environment);
    }

    /** All of the machine; in low priority, unless GLEANER_AGENT_PRIORITY is "normal" (for tests on busy machines). */
    public static AgentOptions of(URI server, Supplier<String> joinToken, Path dir, String version) {
        Map<String, String> environment = System.getenv();
        boolean low = !environment.getOrDefault("GLEANER_AGENT_PRIORITY", "low").equals("normal");
        return new AgentOptions(server, joinToken, dir, 0, MemorySize.ZERO, DEFAULT_CACHE, low, version, environment);
    }

    public AgentOptions withCapacity(int newSlots, MemorySize newMemory) {
        return new AgentOptions(server, joinToken, dir, newSlots, newMemory, cache, lowPriority, version, environment);
    }

    public AgentOptions withPriority(boolean low) {
        return new AgentOptions(server, joinToken, dir, slots, memory, cache, low, version, environment);
    }
}
