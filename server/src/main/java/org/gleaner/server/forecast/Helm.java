package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gleaner.core.ahead.Controller;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.gleaner.server.forecast.LookPace.News;
import org.jspecify.annotations.Nullable;

/**
 * Lets the controller try and choose while it is to, at a pace of its own, and tells the loop what it chose. Confined
 * to the forecaster's thread, where nothing else is said.
 */
public final class Helm {
    private static final Duration SHORTEST = Duration.ofMinutes(5);

    /**
     * What was tried in this run of the server.
     *
     * @param last null: nothing since the server was last told to choose
     * @param switches how often another policy was taken than the one before
     */
    public record Log(@Nullable Tryout last, long tryouts, long switches) {
        Log with(Tryout next) {
            boolean another = last != null && !last.chosen().equals(next.chosen());
            return new Log(next, tryouts + 1, switches + (another ? 1 : 0));
        }
    }

    private final long seed;
    private final Consumer<Command> orders;
    private final LookPace pace = new LookPace(System::nanoTime);
    private final ProcessorTime processor = new ProcessorTime();
    private @Nullable Controller controller;
    private volatile Map<String, String> inForce = Collections.emptyMap();
    private volatile Duration cost = Duration.ZERO;
    private volatile Log log = new Log(null, 0, 0);
    private volatile @Nullable Untried untried;

    /** @param orders what the loop is to do; nobody waits for it */
    public Helm(long seed, Consumer<Command> orders) {
        this.seed = seed;
        this.orders = orders;
    }

    /** By which the pool works at present, other than its settings say. For any thread. */
    Map<String, String> inForce() {
        return inForce;
    }

    /**
     * Chooses anew if it is time for that.
     *
     * @param between is done after each future that is looked at
     */
    void steer(Sketch sketch, Instant now, Runnable between) {
        if (!sketch.settings().isControlled()) {
            controller = null;
            log = new Log(null, log.tryouts(), log.switches());
            untried = null;
            inForce = Collections.emptyMap();
            return;
        }
        if (controller == null) {
            controller = new Controller(SHORTEST, seed, SplittableRandom::new);
        }
        if (log.last() == null) {
            untried = Controller.lacks(sketch);
        }
        if (pace.left(News.JOB).isZero() && controller.isDue(sketch, now)) {
            processor.begin();
            try {
                Tryout tryout = controller.look(sketch, now, sketch.settings().duration(Setting.LOST_AFTER), between);
                note(tryout);
                orders.accept(new Command.TakePolicy(tryout));
            } finally {
                pace.spent(processor.used());
                cost = cost.plus(processor.used());
            }
        }
    }

    private void note(Tryout tryout) {
        log = log.with(tryout);
        untried = null;
        inForce = Controller.settings(tryout.chosen());
    }

    /** Why nothing has been tried yet; null: something was, or that is not known. For any thread. */
    @Nullable
    Untried untried() {
        return untried;
    }

    /** For any thread. */
    public Log log() {
        return log;
    }

    /** Of all choices of this run of the server, in time of a processor. For any thread. */
    public Duration cost() {
        return cost;
    }
}
