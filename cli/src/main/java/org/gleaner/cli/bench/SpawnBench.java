package org.gleaner.cli.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What does it cost to start a task that does nothing, beside the commands that start processes on one machine and know
 * neither a second machine nor a crash? A real server and real agents, with their priorities as people get them, take
 * turns with {@code xargs} and GNU parallel.
 */
final class SpawnBench {
    private static final int AT_ONCE = 2;
    private static final int SHARE = 1_000;
    /** As making a sandbox takes several times as long as the task. */
    private static final int SANDBOXED_SHARE = 250;

    private static final int ROUNDS = 5;
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(170);
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String WORK = "/bin/true";

    private final List<String> launcher;
    private final TemporaryFolder folder;
    private final PrintStream progress;
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    SpawnBench(List<String> launcher, TemporaryFolder folder, PrintStream progress) {
        this.launcher = launcher;
        this.folder = folder;
        this.progress = progress;
    }

    BenchReport run() throws IOException, InterruptedException {
        notes.add("the load of the machine before was " + Machine.load());
        Rounds rounds = Rounds.within(LONGEST, ROUNDS, progress);
        try (ServerChild server = new ServerChild(launcher, folder.folder("server"))) {
            try {
                return compare(server, rounds);
            } finally {
                for (Closeable one : open) {
                    one.close();
                }
            }
        }
    }

    private BenchReport compare(ServerChild server, Rounds rounds) throws IOException, InterruptedException {
        Customer customer = new Customer(server);
        Lane free = new Lane(agent(server, customer, "off"), WORK + "; durable, lowest priority", SHARE, WARM_UP, null);
        progress.println("warming up for " + WARM_UP.toSeconds() + " s");
        free.warmUp();
        lanes.add(free);
        Agent sandboxed = agent(server, customer, "require");
        if (sandboxed.works()) {
            Lane confined =
                    new Lane(sandboxed, WORK + "; durable, lowest priority", SANDBOXED_SHARE, Duration.ZERO, null);
            confined.warmUp();
            lanes.add(confined);
        } else {
            notes.add("left out: this machine makes no sandbox; it needs bubblewrap (Debian: bubblewrap)");
        }
        String most = Integer.toString(AT_ONCE);
        join("xargs", "xargs", List.of("xargs", "-P", most, "-n", "1", WORK), "findutils", null);
        join("GNU parallel", "parallel", List.of("parallel", "--will-cite", "-j", most, WORK), "parallel", free);
        notes.add("of " + rounds.measure(lanes) + " rounds the fastest counts, and for CPU time the cheapest");
        return report();
    }

    private Agent agent(ServerChild server, Customer customer, String sandbox) throws IOException {
        Path home = folder.folder("agent-" + sandbox);
        AgentChild.Options options = new AgentChild.Options("sandbox-" + sandbox, sandbox, AT_ONCE);
        AgentChild child = new AgentChild(launcher, server, home, options, Map.of());
        open.addFirst(child);
        return new Agent("Gleaner, sandbox " + (sandbox.equals("off") ? "off" : "on"), server, customer, child);
    }

    /** Leaves it out if its first task fails. */
    private void join(String name, String command, List<String> words, String where, @Nullable Lane ours)
            throws IOException, InterruptedException {
        Starter starter = new Starter(name, words, folder.folder(command));
        try {
            starter.work(1);
        } catch (IOException missing) {
            notes.add("left out: " + name + " can't be used (Debian: " + where + "): " + missing.getMessage());
            return;
        }
        lanes.add(new Lane(starter, WORK + "; nothing is kept", SHARE, Duration.ZERO, ours));
    }

    /** An agent of ours with its server and whoever submits. */
    private record Agent(String name, ServerChild server, Customer customer, AgentChild child) implements Contender {
        /** Whether it takes work at all. */
        boolean works() throws IOException, InterruptedException {
            try {
                work(1);
                return true;
            } catch (IOException refused) {
                if (child.isAlive()) {
                    throw refused;
                }
                return false;
            }
        }

        @Override
        public void work(int tasks) throws IOException, InterruptedException {
            customer.run(Customer.starts(child.tag(), child.needs(), tasks), child::checkHealth);
        }

        @Override
        public Duration cpu() {
            return server.cpu().plusNanos(Machine.processNanos()).plus(child.cpu());
        }
    }

    private BenchReport report() {
        Table table = Table.of(
                "Processes that do nothing, " + AT_ONCE + " at once; CPU time of all processes together",
                "by",
                "tasks/s",
                "CPU ms per task",
                "tasks measured");
        List<Bar> bars = new ArrayList<>();
        for (Lane lane : lanes) {
            double rate = lane.fastest().rate();
            table = table.with(lane.label(), rate, lane.cheapest().cpuPerTask(), (double) lane.tasks());
            Lane ours = lane.ours();
            if (ours != null) {
                bars.add(new Bar(
                        ours.name() + ", against " + lane.name(),
                        MILLIS_PER_SECOND / ours.fastest().rate(),
                        MILLIS_PER_SECOND / rate,
                        "ms elapsed per task"));
            }
        }
        return new BenchReport("spawn", Machine.description(), List.of(table), bars, notes);
    }
}
