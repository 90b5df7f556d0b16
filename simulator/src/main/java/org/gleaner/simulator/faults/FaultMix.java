package org.gleaner.simulator.faults;

import java.time.Duration;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.NetworkFaults;

/**
 * What goes wrong in one run and how often. Each class of faults is on or off by the seed ("swarm"): a run in which
 * everything fails at once hides what a few faults, often, bring to light.
 */
public record FaultMix(
        Size size, NetworkFaults network, ServerFaults server, StoreFaults store, AgentFaults agent, WorkFaults work) {

    /** How large the world is. */
    public record Size(int agents, int people, int jobs, int tasks, Duration safety) {}

    /**
     * Rates are per minute.
     *
     * @param busy the longest time that a command waits in the queue
     */
    public record ServerFaults(double crash, double pause, boolean clockJumps, Duration busy) {}

    /** Probabilities per write, and per read. */
    public record StoreFaults(
            double refuse, double unheard, double crashBefore, double crashAfter, double read, double inDoubt) {}

    /**
     * Rates are per minute and agent; {@code wiped} and {@code smaller} are probabilities at a return.
     *
     * @param power how likely a death is a failure of the power, with which what was not synced goes
     */
    public record AgentFaults(
            double death,
            double stop,
            double freeze,
            double partition,
            double clockJump,
            double wiped,
            double smaller,
            double offer,
            double person,
            double confusion,
            double update,
            double power,
            double halfOpen,
            double nonsense) {}

    /** Probabilities per attempt, and of files getting lost; {@code sweep} is a rate per minute. */
    public record WorkFaults(
            double fail,
            double limit,
            double hang,
            double unstartable,
            double notKept,
            double upload,
            double blob,
            double sweep) {}

    /** The mix of a seed. */
    public static FaultMix of(Chance chance) {
        boolean wild = chance.happens(0.3);
        Size size = new Size(
                chance.between(1, 5),
                chance.between(1, 3),
                chance.between(1, wild ? 8 : 5),
                chance.happens(0.2) ? 60 : 12,
                Duration.ofSeconds(chance.between(60, wild ? 420 : 200)));
        NetworkFaults network = new NetworkFaults(
                some(chance, 0.1),
                some(chance, 0.1),
                some(chance, 0.1),
                some(chance, 0.15),
                Duration.ofSeconds(chance.between(1, 90)),
                some(chance, 1.5));
        ServerFaults server = new ServerFaults(
                some(chance, 1.5),
                some(chance, 1),
                chance.happens(0.4),
                chance.happens(0.3) ? Duration.ofMillis(chance.between(20, 3000)) : Duration.ofMillis(3));
        StoreFaults store = new StoreFaults(
                some(chance, 0.08),
                some(chance, 0.08),
                some(chance, 0.04),
                some(chance, 0.04),
                some(chance, 0.1),
                some(chance, 0.08));
        AgentFaults agent = new AgentFaults(
                some(chance, 0.8),
                some(chance, 0.5),
                some(chance, 0.5),
                some(chance, 2),
                some(chance, 0.5),
                some(chance, 0.5),
                some(chance, 0.3),
                some(chance, 1),
                some(chance, 1),
                some(chance, 1),
                some(chance, 1),
                some(chance, 1),
                some(chance, 1),
                some(chance, 2));
        WorkFaults work = new WorkFaults(
                chance.happens(0.1) ? 0.9 : some(chance, 0.4),
                some(chance, 0.2),
                some(chance, 0.15),
                some(chance, 0.4),
                some(chance, 0.1),
                some(chance, 0.2),
                some(chance, 0.1),
                some(chance, 3));
        return new FaultMix(size, network, server, store, agent, work);
    }

    /** Off in half of all runs, else anything up to the most. */
    private static double some(Chance chance, double most) {
        return chance.happens(0.5) ? 0 : chance.between(most / 20, most);
    }
}
