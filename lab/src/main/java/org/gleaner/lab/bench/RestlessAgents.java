package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;

/**
 * Real agents of one server that come and go. Each is killed without a word after a time that the seed draws, and
 * started again after another one. Confined to one thread, which has to let it step often.
 */
final class RestlessAgents implements Closeable {
    /** How long they stay and are away on average; what is drawn is exponential within these bounds. */
    private static final Duration STAY = Duration.ofMinutes(2);

    private static final Duration SHORTEST_STAY = Duration.ofSeconds(15);
    private static final Duration ABSENCE = Duration.ofSeconds(30);
    private static final Duration SHORTEST_ABSENCE = Duration.ofSeconds(12);
    private static final int LONGEST = 4;

    /** One of them, and when it comes or goes next, by the clock of this process. */
    private static final class Restless {
        private final AgentChild agent;
        private final SplittableRandom random;
        private boolean up;
        private long until;

        Restless(AgentChild agent, SplittableRandom random) {
            this.agent = agent;
            this.random = random;
        }

        void change() throws IOException, InterruptedException {
            if (up) {
                agent.child().kill();
            } else {
                agent.start();
            }
            up = !up;
            until = System.nanoTime()
                    + (up ? drawn(random, STAY, SHORTEST_STAY) : drawn(random, ABSENCE, SHORTEST_ABSENCE)).toNanos();
        }
    }

    private final List<Restless> agents = new ArrayList<>();
    private int kills;

    RestlessAgents(BenchFrame bench, ServerChild server, int count, int slots, long seed) throws IOException {
        SplittableRandom seeds = new SplittableRandom(seed);
        // They stand for machines of their own, which others do not keep busy.
        Launch normal = bench.launcher().with(Map.of("GLEANER_AGENT_PRIORITY", "normal"));
        for (int number = 1; number <= count; number++) {
            Path home = bench.folder("agent-" + number);
            List<String> flags = List.of(
                    "--name",
                    "pc-" + number,
                    "--slots",
                    Integer.toString(slots),
                    "--sandbox",
                    "off",
                    "--page-port",
                    "off");
            agents.add(new Restless(new AgentChild(normal, server, home, flags), seeds.split()));
        }
    }

    static Duration drawn(SplittableRandom random, Duration mean, Duration shortest) {
        double means = Math.min(LONGEST, -Math.log(1 - random.nextDouble()));
        Duration drawn = Duration.ofMillis(Math.round(means * mean.toMillis()));
        return drawn.compareTo(shortest) < 0 ? shortest : drawn;
    }

    /** Lets all come that are due, and go. */
    void step() throws IOException, InterruptedException {
        for (Restless one : agents) {
            if (one.until == 0 || System.nanoTime() - one.until >= 0) {
                kills += one.up ? 1 : 0;
                one.change();
            }
        }
    }

    /** How often one was killed so far. */
    int kills() {
        return kills;
    }

    @Override
    public void close() throws IOException {
        for (Restless one : agents) {
            one.agent.close();
        }
    }
}
