package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.store.History;
import org.gleaner.simulator.world.Chance;

/**
 * The server's own look ahead, as bad as it may be: at any moment it calls deadlines hopeless, of any job, be it open,
 * over or none at all. What it says may be decided long after it looked, and twice. It also chooses policies, without
 * any reason.
 */
final class SimulatedSeer {
    private static final double LOOKS_PER_MINUTE = 4;
    private static final int MOST_AT_ONCE = 6;
    /** A little more than most runs have. */
    private static final int LAST_JOB = 24;

    private static final Duration LATEST = Duration.ofSeconds(60);

    private final Timeline timeline;
    private final SimulatedServer server;
    private final Weather weather;
    private final Chance chance;

    SimulatedSeer(SimulatedAgent.Surroundings around, Chance chance) {
        this.timeline = around.timeline();
        this.server = around.server();
        this.weather = around.weather();
        this.chance = chance;
    }

    void start() {
        weather.repeat(timeline, chance, LOOKS_PER_MINUTE, this::look);
    }

    private void look() {
        if (chance.happens(0.5)) {
            Tryout tryout = tryout();
            server.receive((history, blobs) -> new Command.TakePolicy(tryout), reply -> {}, () -> {});
        }
        Map<JobId, Instant> said = new TreeMap<>();
        server.receive(
                (history, blobs) -> {
                    said.putAll(deadlines(history));
                    return new Command.NoteHopeless(said);
                },
                reply -> {},
                () -> {});
        if (chance.happens(0.3)) {
            timeline.after(
                    chance.between(Duration.ZERO, LATEST),
                    () -> server.receive((history, blobs) -> new Command.NoteHopeless(said), reply -> {}, () -> {}));
        }
    }

    /** Any policy, whatever is set, for all or for somebody. */
    private Tryout tryout() {
        Instant now = timeline.now();
        Policy all = chance.one(Policy.CANDIDATES);
        Map<Owner, Policy> owners = new TreeMap<>();
        if (chance.happens(0.3)) {
            owners.put(new Owner("user0"), chance.one(Policy.CANDIDATES));
        }
        return new Tryout(now, Objective.AUTO, List.of(), all, owners, now, null);
    }

    private Map<JobId, Instant> deadlines(History history) throws StoreException {
        Map<JobId, Instant> some = new TreeMap<>();
        for (int i = chance.between(1, MOST_AT_ONCE); i > 0; i--) {
            JobId job = new JobId(chance.between(1, LAST_JOB));
            Optional<StoredJob> known = history.outline(job);
            Deadline deadline =
                    known.isEmpty() ? null : known.get().spec().turn().deadline();
            some.put(
                    job,
                    deadline == null || chance.happens(0.1) ? timeline.now().plusSeconds(9) : deadline.at());
        }
        return some;
    }
}
