package org.gleaner.lab.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.PrivatePostgres;
import org.gleaner.lab.fuzz.Dice;

/**
 * Strikes at moments and places that the seed draws, in gusts, several faults at a time, and heals each after a while.
 * Starts again what exited unexpectedly, and complains unless a fault explains it. Confined to one thread.
 */
final class Storm {
    private static final int MOST_OPEN = 6;
    private static final int SHORTEST_PAUSE_MILLIS = 50;
    private static final int LONGEST_PAUSE_MILLIS = 1_000;
    /** Who starts while its store is away or its disk full ends; so it may when that was so just now. */
    private static final Duration AFTERMATH = Duration.ofSeconds(30);

    private static final int SMALLEST_GUST = 3;
    private static final int LARGEST_GUST = 15;
    private static final int MOST_BETWEEN_GUSTS = 12;
    private static final Duration LONGEST_LULL = Duration.ofSeconds(20);

    private record Wound(Fault fault, long healedAt, Fault.Act heal) {}

    private final Ground ground;
    private final Dice dice;
    private final FindingLog watch;
    private final IntSupplier tasksDone;
    private final List<Fault> faults;
    /** Each kind once, so that a short storm has them all. */
    private final List<Fault> first;

    private final List<Wound> wounds = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int gust = LARGEST_GUST;
    private long storeIllAt;
    private boolean storeWasIll;
    private int explainedEnds;

    /** @param tasksDone so far */
    Storm(Ground ground, Dice dice, List<Fault> faults, IntSupplier tasksDone, FindingLog watch) {
        this.ground = ground;
        this.dice = dice;
        this.watch = watch;
        this.tasksDone = tasksDone;
        this.faults = List.copyOf(faults);
        this.first = new ArrayList<>(faults);
        faults.forEach(fault -> counts.put(fault.name(), 0));
    }

    /** Does what is due and returns after a pause. */
    void step() throws IOException, InterruptedException {
        heal(false);
        lookAfter();
        if (wounds.size() < MOST_OPEN) {
            strike(chosen());
        }
        TimeUnit.MILLISECONDS.sleep(dice.between(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
        gust--;
        if (gust <= 0) {
            lull();
            gust = SMALLEST_GUST + dice.below(LARGEST_GUST - SMALLEST_GUST);
        }
    }

    /** Between two gusts some work gets done, or nothing would be there to be hurt; slow machines need longer. */
    void lull() throws IOException, InterruptedException {
        calm();
        int enough = tasksDone.getAsInt() + 1 + dice.below(MOST_BETWEEN_GUSTS);
        long begin = System.nanoTime();
        while (tasksDone.getAsInt() < enough && System.nanoTime() - begin < LONGEST_LULL.toNanos()) {
            lookAfter();
            TimeUnit.MILLISECONDS.sleep(SHORTEST_PAUSE_MILLIS);
        }
    }

    /** Heals all that is still open. */
    void calm() throws IOException, InterruptedException {
        heal(true);
    }

    private Fault chosen() {
        if (!first.isEmpty()) {
            return first.remove(dice.below(first.size()));
        }
        int sum = faults.stream().mapToInt(Fault::weight).sum();
        int drawn = dice.below(sum);
        for (Fault fault : faults) {
            drawn -= fault.weight();
            if (drawn < 0) {
                return fault;
            }
        }
        throw new IllegalStateException("the weights do not add up");
    }

    private void strike(Fault fault) throws IOException, InterruptedException {
        long lasts = dice.between(0, fault.longestMillis());
        Fault.Act heal = fault.strike().at(dice);
        if (heal != null) {
            counts.merge(fault.name(), 1, Integer::sum);
            wounds.add(new Wound(fault, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lasts), heal));
        }
    }

    private void heal(boolean all) throws IOException, InterruptedException {
        for (Iterator<Wound> open = wounds.iterator(); open.hasNext(); ) {
            Wound wound = open.next();
            if (wound.fault().ofStore()) {
                storeWasIll = true;
                storeIllAt = System.nanoTime();
            }
            if (all || System.nanoTime() - wound.healedAt() >= 0) {
                wound.heal().run();
                open.remove();
            }
        }
    }

    /** Starts what runs no more although nobody means to start it later. */
    void lookAfter() throws IOException {
        PrivatePostgres postgres = ground.postgres();
        if (postgres != null && !postgres.child().isAlive() && !isExpected("PostgreSQL")) {
            // After a kill its own processes may hold on to its memory for a moment.
            postgres.child().start();
        }
        boolean storeIll = storeWasIll && System.nanoTime() - storeIllAt < AFTERMATH.toNanos();
        if (!ground.server().isAlive() && !isExpected("server ")) {
            revive(ground.server(), storeIll);
        }
        for (AgentPost agent : ground.agents()) {
            if (!agent.child().isAlive() && !isExpected("agent ")) {
                SmallDisk disk = agent.disk();
                revive(agent.child(), disk != null && disk.wasFullWithin(AFTERMATH));
            }
        }
    }

    private void revive(Child child, boolean explained) throws IOException {
        if (explained) {
            explainedEnds++;
        } else {
            watch.find(
                    child.name().replaceAll("[0-9]+", "N") + " exited unexpectedly",
                    child.name() + ": " + child.lastWords());
        }
        child.start();
    }

    private boolean isExpected(String kind) {
        return wounds.stream().anyMatch(wound -> wound.fault().name().startsWith(kind));
    }

    /** Whether the server had reason to complain of its store. */
    boolean storeWasIll() {
        return storeWasIll;
    }

    /** How often each fault was made. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** How often something exited unexpectedly because of a fault of its store or disk. */
    int explainedEnds() {
        return explainedEnds;
    }
}
