package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.LossyNetwork;

/**
 * Connections that look alive while nothing comes through. Some lines are clogged one after the other and set free in
 * another order, so that what was said long ago arrives all at once beside what is new ("swizzle-clog"); or one is
 * half-open until somebody notices, and what was said is lost.
 */
final class Clogging {
    /** Twice this is longer than a node may be silent. */
    private static final Duration LONGEST_SPREAD = Duration.ofSeconds(60);

    private static final Duration LONGEST_HALF_OPEN = Duration.ofSeconds(90);

    private final Timeline timeline;
    private final Weather weather;
    private final LossyNetwork network;
    private final Chance chance;
    private final Observation seen;

    Clogging(SimulatedAgent.Surroundings around, LossyNetwork network, Chance chance) {
        this.timeline = around.timeline();
        this.weather = around.weather();
        this.seen = around.seen();
        this.network = network;
        this.chance = chance;
        weather.repeat(timeline, chance, weather.mix().network().swizzle(), this::swizzle);
    }

    private void swizzle() {
        seen.count(Mark.SWIZZLE_CLOG);
        Duration spread = chance.between(Duration.ofSeconds(3), LONGEST_SPREAD);
        List<Integer> some = new ArrayList<>();
        for (int line = 0; line < network.lines(); line++) {
            if (chance.happens(0.5)) {
                some.add(line);
            }
        }
        for (int line : some) {
            boolean calls = chance.happens(0.7);
            boolean answers = !calls || chance.happens(0.5);
            timeline.after(chance.between(Duration.ZERO, spread), () -> clog(line, calls, answers));
            // Drawn anew for each line, so the order in which they come free is another one.
            timeline.after(spread.plus(chance.between(Duration.ZERO, spread)), () -> network.unclog(line));
        }
    }

    private void clog(int line, boolean calls, boolean answers) {
        if (weather.stormy()) {
            if (calls) {
                network.clog(line, true);
            }
            if (answers) {
                network.clog(line, false);
            }
        }
    }

    /** Calls arrive and their answers never do, or nothing arrives at all; until the caller's system gives up. */
    void halfOpen(int line) {
        seen.count(Mark.HALF_OPEN);
        clog(line, chance.happens(0.5), true);
        timeline.after(chance.between(Duration.ofSeconds(5), LONGEST_HALF_OPEN), () -> network.reset(line));
    }
}
