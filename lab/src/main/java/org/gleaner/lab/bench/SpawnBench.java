package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.lab.child.ServerChild;
import org.jspecify.annotations.Nullable;

/**
 * What does it cost to start a task that does nothing, beside the commands that start processes on one machine and know
 * neither a second machine nor a crash? A real server and real agents, with their priorities as people get them, take
 * turns with {@code xargs} and GNU parallel.
 */
record SpawnBench(BenchFrame bench) {
    private static final int AT_ONCE = 2;
    /** So many that the first second, in which lanes grow, counts little. */
    private static final int SHARE = 4_000;
    /** As making a sandbox takes several times as long as the task. */
    private static final int SANDBOXED_SHARE = 250;

    private static final String LANES = "chunk-tasks";
    /** What sharing a sandbox is for. */
    private static final double TIMES_FASTER = 3.3;

    private static final int ROUNDS = 5;
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String WORK = "/bin/true";
    /** What it says is that of the agents, which have this process's environment. */
    private static final String OURS = WORK + "; durable, "
            + ("normal".equals(System.getenv("GLEANER_AGENT_PRIORITY")) ? "normal" : "lowest") + " priority";

    BenchReport run() throws IOException, InterruptedException {
        try (Comparison comparison = new Comparison("spawn", ROUNDS, LONGEST, bench)) {
            ServerChild server = comparison.opened(bench.server());
            Submitter customer = new Submitter(server);
            Lane free = joinFree(comparison, server, customer);
            Lane confined = joinConfined(comparison, server, customer);
            String most = Integer.toString(AT_ONCE);
            join(comparison, "xargs", "findutils", List.of("xargs", "-P", most, "-n", "1", WORK), null);
            List<String> words = List.of("parallel", "--will-cite", "-j", most, WORK);
            Lane parallel = join(comparison, "GNU parallel", "parallel", words, free);
            if (parallel != null && confined != null) {
                comparison.demand(new Comparison.Lead(confined, TIMES_FASTER, parallel));
            }
            return comparison.measure(
                    "Processes that do nothing, " + AT_ONCE + " at once; CPU time of all processes together",
                    lane -> MILLIS_PER_SECOND / lane.fastest().rate(),
                    "ms elapsed per task");
        }
    }

    private Lane joinFree(Comparison comparison, ServerChild server, Submitter customer)
            throws IOException, InterruptedException {
        TaggedAgent plain = agent(comparison, server, "off");
        Lane free = comparison.join(
                new Lane(OurPart.of("Gleaner, sandbox off", server, customer, plain), OURS, SHARE, WARM_UP, null));
        bench.say("warming up for %d s", WARM_UP.toSeconds());
        free.warmUp();
        return free;
    }

    /** Returns the one whose tasks come in lanes as they do for people; null if there is no sandbox. */
    private @Nullable Lane joinConfined(Comparison comparison, ServerChild server, Submitter customer)
            throws IOException, InterruptedException {
        TaggedAgent agent = agent(comparison, server, "require");
        OurPart part = OurPart.of("Gleaner, sandbox on", server, customer, agent);
        if (!works(part, agent)) {
            comparison.leaveOut("there is no sandbox on this machine; it needs bubblewrap (Debian: bubblewrap)");
            return null;
        }
        Lane confined = comparison.join(new Lane(part, OURS, SHARE, WARM_UP, null));
        bench.say("warming up for %d s", WARM_UP.toSeconds());
        confined.warmUp();
        OurPart.Work single = tasks -> {
            customer.set(LANES, "1");
            part.work(tasks);
            customer.set(LANES, "64");
        };
        OurPart alone = new OurPart("Gleaner, sandbox on, one task per lane", server, single, agent::cpu);
        comparison
                .join(new Lane(alone, OURS, SANDBOXED_SHARE, Duration.ZERO, null))
                .warmUp();
        return confined;
    }

    private TaggedAgent agent(Comparison comparison, ServerChild server, String sandbox) throws IOException {
        Path home = bench.folder("agent-" + sandbox);
        return comparison.opened(
                TaggedAgent.start(bench.launcher(), server, home, "sandbox-" + sandbox, sandbox, AT_ONCE));
    }

    /** Whether it takes work at all. */
    private static boolean works(OurPart part, TaggedAgent agent) throws IOException, InterruptedException {
        try {
            part.work(1);
            return true;
        } catch (IOException refused) {
            if (agent.isAlive()) {
                throw refused;
            }
            return false;
        }
    }

    /** Leaves it out, and returns null, if its first task fails. */
    private @Nullable Lane join(
            Comparison comparison, String name, String where, List<String> words, @Nullable Lane ours)
            throws IOException, InterruptedException {
        Starter starter = new Starter(name, words, bench.folder(words.get(0)));
        try {
            starter.work(1);
        } catch (IOException missing) {
            comparison.leaveOut(name + " can't be used (Debian: " + where + "): " + missing.getMessage());
            return null;
        }
        return comparison.join(new Lane(starter, WORK + "; nothing is kept", SHARE, Duration.ZERO, ours));
    }
}
