package org.gleaner.core.scheduling;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.PoolHazard;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.StayChances;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.jspecify.annotations.Nullable;

/** A node that asks and the groups that it could take, put together by a test. */
final class Scene {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** A node of which the test says all; durations in minutes. */
    record Node(NodeId node, double usualUptime, double uptime, double speed, double reliability) implements Asker {
        static final Node NEW = new Node(0, 0, 1, 0);

        Node(double usualUptime, double uptime, double speed, double reliability) {
            this(new NodeId(1), usualUptime, uptime, speed, reliability);
        }

        /** One of which nothing is known but its speed, and how long it has been up. */
        static Node up(long id, double speed, double uptime) {
            return new Node(new NodeId(id), 0, uptime, speed, 0);
        }

        @Override
        public StayChances stayChances() {
            return StayChances.of(NodeBelief.NEW, uptime, PoolHazard.UNKNOWN);
        }
    }

    record Type(
            int running,
            int runningOfOwner,
            int ready,
            @Nullable TypeBelief belief,
            OptionalDouble expected) implements TypeView {
        @Override
        public WorkSpread work() {
            Bins none = Bins.empty(RunLengths.POINTS);
            return WorkSpread.of(belief == null ? none : belief.finished(), none, WorkSpread.UNKNOWN);
        }
    }

    record Waiting(int tasks) implements Backlog {}

    private final List<Candidate> candidates = new ArrayList<>();
    private final RandomGenerator random = new SplittableRandom(7);
    private Asker asker = Node.NEW;
    private Tuning tuning = Tuning.DEFAULT;
    private Market market = Market.UNKNOWN;
    private int nodes = 1_000_000;
    private int ofOwner;
    private int ready = 1;
    private OptionalDouble expected = OptionalDouble.empty();
    private Standings standings = Standings.NONE;

    Scene asking(Asker node) {
        asker = node;
        return this;
    }

    Scene with(Tuning changed) {
        tuning = changed;
        return this;
    }

    /** Jobs keep coming. */
    Scene arriving() {
        market = new Market(Prices.EQUAL, FreshStart.UNKNOWN, PoolReach.UNKNOWN, true, Instant.EPOCH);
        return this;
    }

    /** These nodes are there. */
    Scene among(List<Asker> pool) {
        market = new Market(Prices.EQUAL, FreshStart.UNKNOWN, PoolReach.of(pool), false, Instant.EPOCH);
        return this;
    }

    /** What nodes were given lately. */
    Scene given(Standings lately) {
        standings = lately;
        return this;
    }

    /** So few nodes that types may be folded. */
    Scene nodes(int connected) {
        nodes = connected;
        return this;
    }

    /** How many tasks run of the owners that are named from now on. */
    Scene ofOwner(int running) {
        ofOwner = running;
        return this;
    }

    /** A type with finished tasks of this average, in minutes. */
    Scene type(String name, double minutes, int running) {
        return add(name, running, TypeBelief.unknown(NOW).ran(minutes, 1, NOW));
    }

    /** A type of well known length of which so many tasks are ready. */
    Scene known(String name, double minutes, int tasks) {
        ready = tasks;
        TypeBelief belief = TypeBelief.unknown(NOW);
        for (int i = 0; i < 200; i++) {
            belief = belief.ran(minutes, 1, NOW);
        }
        return add(name, 0, belief);
    }

    /** A type of which nothing was done yet, and of which somebody says how long its tasks take. */
    Scene guessed(String name, double minutes) {
        expected = OptionalDouble.of(minutes);
        Scene scene = add(name, 0, null);
        expected = OptionalDouble.empty();
        return scene;
    }

    /** A type of which nothing was done yet. */
    Scene untried(String name, int running) {
        return add(name, running, null);
    }

    /** @param name "owner/type", or only a type of anna's */
    private Scene add(String name, int running, @Nullable TypeBelief belief) {
        int slash = name.indexOf('/');
        Owner owner = new Owner(slash < 0 ? "anna" : name.substring(0, slash));
        TypeKey key = new TypeKey(owner, name.substring(slash + 1));
        int number = candidates.size();
        Type type = new Type(running, ofOwner, 1, belief, expected);
        candidates.add(
                new Candidate(number, key, new JobId(number + 1), Preference.USUAL, type, new Waiting(ready), 0));
        return this;
    }

    WorkRequest request() {
        long types = candidates.stream().map(Candidate::type).distinct().count();
        return new WorkRequest(
                asker,
                new Candidates(candidates),
                new PoolView(nodes, (int) types, tuning, market, market.keepsComing(), standings),
                random);
    }

    Choice choice(String strategy) {
        return Strategies.named(strategy).choose(request()).orElseThrow();
    }

    /** The name of the type that the strategy chooses. */
    String chosen(String strategy) {
        return choice(strategy).candidate().type().type();
    }

    /** How often the first type is chosen. */
    int times(String strategy, String type, int tries) {
        int times = 0;
        for (int i = 0; i < tries; i++) {
            times += chosen(strategy).equals(type) ? 1 : 0;
        }
        return times;
    }
}
