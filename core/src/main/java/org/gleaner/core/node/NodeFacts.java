package org.gleaner.core.node;

import java.time.Duration;

/**
 * What an agent found out about its machine.
 *
 * @param name what its keeper calls it, else the host's name; the server makes it the only one in the pool
 * @param cores all cores of the machine; the agent's share is in {@link Capacity}
 * @param version of its agent; one of 0.1 is not confined, whatever it says, and takes fewer files
 * @param benchmark time for a fixed piece of arithmetic: the shorter, the faster the machine
 */
public record NodeFacts(
        String name, String os, String arch, int cores, Duration benchmark, String version, Abilities abilities) {
    /** Agents of 0.1 take a message with a longer list for malformed, and ask again for ever. */
    public static final int MOST_FILES_IN_0_1 = 10_000;

    private static final int LONGEST = 255;
    /** What is claimed beyond these counts as these: nothing that is reckoned with them gets out of hand. */
    private static final int MOST_CORES = 65_536;

    private static final Duration SLOWEST = Duration.ofHours(1);

    public NodeFacts(String name, String os, String arch, int cores, Duration benchmark, String version) {
        this(name, os, arch, cores, benchmark, version, Abilities.NONE);
    }

    public NodeFacts with(Abilities newAbilities) {
        return new NodeFacts(name, os, arch, cores, benchmark, version, newAbilities);
    }

    public NodeFacts named(String newName) {
        return new NodeFacts(newName, os, arch, cores, benchmark, version, abilities);
    }

    private static final String FIRST = "0.1.";

    public NodeFacts {
        if (version.startsWith(FIRST)) {
            // A job could leave the sandbox of these agents, so they are not believed to have one.
            abilities = abilities.withEnforced(abilities.enforced().stream()
                    .filter(word -> !word.equals(Abilities.SANDBOX))
                    .toList());
        }
        for (String text : new String[] {name, os, arch, version}) {
            if (text.isBlank() || text.length() > LONGEST || text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
                throw new IllegalArgumentException(
                        "name, os, arch and version have 1 to " + LONGEST + " characters and no control characters");
            }
        }
        if (cores < 1 || benchmark.isNegative()) {
            throw new IllegalArgumentException("a machine has at least one core and a benchmark that is not negative");
        }
        cores = Math.min(cores, MOST_CORES);
        benchmark = benchmark.compareTo(SLOWEST) > 0 ? SLOWEST : benchmark;
    }

    /** Whether its tasks see and reach nothing of the machine but what they need. */
    public boolean isConfined() {
        return abilities.enforced().contains(Abilities.SANDBOX);
    }

    /** Whether its agent reads lists of more than {@link #MOST_FILES_IN_0_1} inputs or outputs. */
    public boolean takesManyFiles() {
        return !version.startsWith(FIRST);
    }

    public NodeFacts withBenchmark(Duration newer) {
        return new NodeFacts(name, os, arch, cores, newer, version, abilities);
    }
}
