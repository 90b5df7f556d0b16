package org.gleaner.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.agent.runtime.Probe;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Match;

/**
 * How an agent shall run.
 *
 * @param joinToken asked for only when the agent has to join, so that a token file may change
 * @param slots cores given to tasks; 0: all of the machine's, half of them if somebody may sit at it
 * @param memory memory given to tasks; zero: all of the machine's
 * @param disk room given to tasks that declare what they need; zero: all but a reserve
 * @param cache most bytes of input files kept
 * @param lowPriority whether to give way to everything else on the machine; off only for tests
 * @param fence what tasks are held to
 * @param environment that of the agent's process, of which tasks see the search path and the language
 * @param declared what its keeper says of it
 * @param house what the owner of the machine allows
 */
public record AgentOptions(
        URI server,
        Supplier<String> joinToken,
        Path dir,
        int slots,
        MemorySize memory,
        MemorySize disk,
        MemorySize cache,
        boolean lowPriority,
        Fence fence,
        String version,
        Map<String, String> environment,
        Declared declared,
        HouseRules house) {
    public static final MemorySize DEFAULT_CACHE = new MemorySize(10L << 30);

    /**
     * What nobody can find out by looking at the machine.
     *
     * @param tags what its keeper calls it, such as {@code lab=3}
     * @param types the only types of job that it takes; none: all
     * @param probes how to ask for the versions of what is installed, those that every agent knows included
     */
    public record Declared(List<String> tags, List<String> types, List<Probe> probes) {
        public static final Declared NOTHING = new Declared(List.of(), List.of(), Probe.USUAL);

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

        Abilities abilities() {
            return new Abilities(List.of(), tags, types, List.of());
        }
    }

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
        return new AgentOptions(
                server,
                joinToken,
                dir,
                0,
                MemorySize.ZERO,
                MemorySize.ZERO,
                DEFAULT_CACHE,
                low,
                Fence.DEFAULT,
                version,
                environment,
                Declared.NOTHING,
                HouseRules.NONE);
    }

    public AgentOptions withCapacity(int newSlots, MemorySize newMemory) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                newSlots,
                newMemory,
                disk,
                cache,
                lowPriority,
                fence,
                version,
                environment,
                declared,
                house);
    }

    public AgentOptions withHouse(HouseRules rules) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                slots,
                memory,
                disk,
                cache,
                lowPriority,
                fence,
                version,
                environment,
                declared,
                rules);
    }

    public AgentOptions withDeclared(Declared newDeclared) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                slots,
                memory,
                disk,
                cache,
                lowPriority,
                fence,
                version,
                environment,
                newDeclared,
                house);
    }

    public AgentOptions withPriority(boolean low) {
        return new AgentOptions(
                server, joinToken, dir, slots, memory, disk, cache, low, fence, version, environment, declared, house);
    }

    public AgentOptions withCache(MemorySize most) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                slots,
                memory,
                disk,
                most,
                lowPriority,
                fence,
                version,
                environment,
                declared,
                house);
    }

    public AgentOptions withDisk(MemorySize newDisk) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                slots,
                memory,
                newDisk,
                cache,
                lowPriority,
                fence,
                version,
                environment,
                declared,
                house);
    }

    public AgentOptions within(Fence wanted) {
        return new AgentOptions(
                server,
                joinToken,
                dir,
                slots,
                memory,
                disk,
                cache,
                lowPriority,
                wanted,
                version,
                environment,
                declared,
                house);
    }
}
