package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.TrialMachine;
import org.jspecify.annotations.Nullable;

/** What the machines and people of a trial say to the grid, and the grid they say it to. */
final class Calls {
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("4G"));
    private static final double NANOS_PER_MILLI = 1e6;

    private Calls() {}

    /** An {@link IllegalArgumentException} says what is wrong with a setting of the combination. */
    static StoredGrid grid(Combination combination) {
        SortedMap<String, String> settings = new TreeMap<>(combination.settings());
        settings.put(Setting.STRATEGY.word(), combination.strategy());
        settings.put(Setting.REDUNDANCY.word(), combination.redundancy());
        // Nothing is lost by silence on its own and no call ends by itself: the driver knows who is up.
        settings.put(Setting.LOST_AFTER.word(), "3650d");
        settings.put(Setting.LONG_CALL.word(), "3649d");
        settings.put(Setting.COLLECT_TIME.word(), "0ms");
        // A server is protected from too many machines; a scenario has as many as it has.
        settings.put(Setting.MOST_NODES.word(), "100000000");
        settings.forEach(Calls::check);
        return StoredGrid.empty(settings);
    }

    private static void check(String name, String value) {
        try {
            Setting.named(name).check(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** No task is ever blocked: machines fail here, tasks do not. */
    private static JobLimits unlimited(@Nullable Duration expected) {
        int ever = Integer.MAX_VALUE;
        return new JobLimits(null, ever, ever, ever, true, 0, JobLimits.MOST_COPIES, expected, null);
    }

    static Command submit(Batch batch) {
        JobSpec spec = new JobSpec(
                batch.type(),
                batch.type(),
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Range(1, batch.tasks(), 1),
                List.of(),
                List.of(),
                batch.cores() == 1 ? Requirements.ONE_CORE : new Requirements(batch.cores(), null),
                unlimited(batch.expected()));
        return new Command.Submit(new Caller(new Owner(batch.owner()), false), spec, List.of(), null, List.of());
    }

    /** Its life number {@code window} begins. */
    static Introduction introduction(TrialMachine machine, int window) {
        Duration benchmark = Duration.ofNanos(Math.round(machine.power() * NANOS_PER_MILLI));
        NodeFacts facts = new NodeFacts(machine.name(), "linux", "x64", 1, benchmark, "simulated");
        Capacity capacity = machine.slots() == 1 ? ONE_SLOT : new Capacity(machine.slots(), ONE_SLOT.memory());
        return new Introduction(facts, capacity, List.of(), new Stay(Integer.toString(window), Duration.ZERO));
    }
}
