package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.cli.simulate.MeasuredPool;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/**
 * A real server and real agents of one slot, each a process of its own, all on this machine. Their units wait and do
 * not compute, so that a machine of few cores can have many. Confined to one thread.
 */
public final class RealPool implements MeasuredPool {
    /** What an agent that waits needs; a hundred of them shall fit. */
    private static final Map<String, String> LIGHT = Map.of(
            "GLEANER_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xss256k -Xmx48m",
            "GLEANER_AGENT_PRIORITY", "normal");

    /** Each measures how fast it is when it starts: together they would measure each other. */
    private static final int TOGETHER = 2;

    private static final Duration JOIN_PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    /** For each agent, before anything is measured. */
    private static final int WARMING_UNITS = 3;

    private static final Duration WARMING_UNIT = Duration.ofSeconds(2);
    /** Until those that joined last are as quiet as the others. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final Launch launch;
    private final TemporaryFolder folder = new TemporaryFolder();
    private final ServerChild server;
    private final Submitter customer;
    private final List<AgentChild> agents = new ArrayList<>();

    private RealPool(Launch launch) throws IOException, InterruptedException {
        this.launch = launch;
        server = new ServerChild(launch, folder.folder("server")).start();
        customer = new Submitter(server);
        customer.set("joins-per-minute", "60000");
    }

    public static MeasuredPool open(Surroundings here) throws CliFailure, IOException, InterruptedException {
        try {
            return new RealPool(Launch.of(here));
        } catch (Unstarted failed) {
            throw CliFailure.unreachable(
                    "The pool could not start.",
                    failed.getMessage() + ".",
                    "Check with 'gleaner demo' that a server works here.");
        }
    }

    @Override
    public Duration time(int size, int units, Duration unit) throws IOException, InterruptedException {
        while (agents.size() < size) {
            join(Math.min(size, agents.size() + TOGETHER));
        }
        // Agents that have just started would show what it costs to start a program, not what a unit costs.
        wait("warm-up", size * WARMING_UNITS, WARMING_UNIT);
        TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
        return wait("wait", size * units, unit);
    }

    private Duration wait(String type, int units, Duration unit) throws IOException, InterruptedException {
        JobSpec job = Submitter.job(
                type,
                Requirements.ONE_CORE,
                new ArrayShape.Range(1, units, 1),
                List.of("sleep", Long.toString(unit.toSeconds())));
        long began = System.nanoTime();
        JobId id = customer.submit(job);
        customer.await(id, unit.multipliedBy(3L * units / agents.size()).plus(JOIN_PATIENCE), () -> {});
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void join(int wanted) throws IOException, InterruptedException {
        while (agents.size() < wanted) {
            String name = "agent-" + (agents.size() + 1);
            List<String> flags = List.of("--slots", "1", "--sandbox", "off", "--name", name);
            agents.add(new AgentChild(launch.with(LIGHT), server, folder.file(name), flags).start());
        }
        long end = System.nanoTime() + JOIN_PATIENCE.toNanos();
        while (customer.nodes().size() < wanted) {
            if (System.nanoTime() > end) {
                throw new FleetFailure("only " + customer.nodes().size() + " of " + wanted + " agents joined");
            }
            TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
        }
    }

    @Override
    public void close() throws IOException {
        try (folder;
                server) {
            agents.forEach(agent -> agent.child().close());
            for (AgentChild agent : agents) {
                agent.close();
            }
        }
    }
}
