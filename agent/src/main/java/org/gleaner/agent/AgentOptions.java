package org.gleaner.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.agent.runtime.Probe;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/**
 * How an agent shall run.
 *
 * @param joinToken asked for only when the agent has to join, so that a token file may change
 * @param environment that of the agent's process, of which tasks see the search path and the language
 */
public record AgentOptions(
        URI server,
        Supplier<String> joinToken,
        Path dir,
        String version,
        Map<String, String> environment,
        Conditions conditions) {
    /**
     * On which conditions the machine works for others.
     *
     * @param fence what tasks are held to
     * @param declared what its keeper says of it
     * @param house what the owner of the machine allows
     */
    public record Conditions(Share share, Fence fence, Declared declared, HouseRules house) {}

    /**
     * How much of the machine is given to tasks.
     *
     * @param slots cores; 0: all of the machine's, half of them if somebody may sit at it
     * @param memory zero: what others leave of the machine's
     * @param disk room for tasks that declare what they need; zero: all but a reserve
     * @param cache most bytes of input files and set-ups kept
     */
    public record Share(int slots, MemorySize memory, MemorySize disk, MemorySize cache) {
        private static final MemorySize USUAL_CACHE = new MemorySize(10L << 30);

        public Share {
            if (slots < 0) {
                throw new IllegalArgumentException("an agent can't have " + slots + " slots");
            }
        }

        /** What is left out is as usual. */
        public static Share of(
                int slots, @Nullable MemorySize memory, @Nullable MemorySize disk, @Nullable MemorySize cache) {
            return new Share(
                    slots,
                    memory == null ? MemorySize.ZERO : memory,
                    disk == null ? MemorySize.ZERO : disk,
                    cache == null ? USUAL_CACHE : cache);
        }
    }

    /**
     * What nobody can find out by looking at the machine.
     *
     * @param name what its keeper calls it; null: as its host is called
     * @param tags what it is to jobs, such as {@code lab=3}
     * @param types the only types of job that it takes; none: all
     * @param provides what is counted and jobs can use, such as {@code gpu}; it wins over what is found
     * @param probes how to ask for the versions of what is installed, those that every agent knows included
     */
    public record Declared(
            @Nullable String name, List<String> tags, List<String> types, Amounts provides, List<Probe> probes) {
        public static final Declared NOTHING = new Declared(null, List.of(), List.of(), Amounts.NONE, Probe.USUAL);

        public Declared {
            tags = List.copyOf(tags);
            types = List.copyOf(types);
            probes = List.copyOf(probes);
        }

        /** The directories that machines with the same tag share, in which a job may ask to run. */
        List<Path> mounts() {
            return tags.stream()
                    .filter(tag -> tag.startsWith(Match.MOUNT + "/"))
                    .map(tag -> Path.of(tag.substring(Match.MOUNT.length())).normalize())
                    .toList();
        }

        NodeFacts named(NodeFacts facts) {
            return name == null ? facts : facts.named(name);
        }

        Abilities abilities() {
            return new Abilities(List.of(), tags, types, List.of(), provides);
        }
    }

    public AgentOptions {
        environment = Map.copyOf(environment);
    }

    /** In the environment of this process. */
    public static AgentOptions of(
            URI server, Supplier<String> joinToken, Path dir, String version, Conditions conditions) {
        return new AgentOptions(server, joinToken, dir, version, System.getenv(), conditions);
    }

    /** Whether to give way to everything else on the machine; GLEANER_AGENT_PRIORITY=normal is only for tests. */
    boolean lowPriority() {
        return !environment.getOrDefault("GLEANER_AGENT_PRIORITY", "low").equals("normal");
    }

    Share share() {
        return conditions.share();
    }

    Fence fence() {
        return conditions.fence();
    }

    Declared declared() {
        return conditions.declared();
    }

    HouseRules house() {
        return conditions.house();
    }
}
