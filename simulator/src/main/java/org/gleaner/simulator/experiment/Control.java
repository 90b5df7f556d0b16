package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.ahead.Controller;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Tryout;
import org.gleaner.simulator.scenario.Trial;

/** Lets the controller choose while a trial goes on. It is told what a server's would be, and nothing of the trial. */
final class Control {
    private static final long EVERY = Duration.ofMinutes(5).toMillis();

    /** In a run that takes about as long as it is meant to. */
    private static final int MOST_LOOKS = 100;

    private final Driver driver;
    private final Duration timeout;
    private final Follower follower;
    private final Controller controller;
    private final List<Tryout> tryouts = new ArrayList<>();

    Control(Driver driver, Trial trial, Options options) {
        this(driver, trial, options, SplittableRandom::new, new Follower(driver));
    }

    /** @param chances streams of chance by number */
    Control(Driver driver, Trial trial, Options options, LongFunction<RandomGenerator> chances, Follower follower) {
        this.driver = driver;
        this.timeout = Duration.ofMillis(options.timeout());
        this.follower = follower;
        Duration shortest = Duration.ofMillis(Math.max(EVERY, trial.horizon() / MOST_LOOKS));
        this.controller = new Controller(shortest, trial.seed(), chances);
    }

    void begin() {
        driver.plan(0, this::look);
    }

    private void look() {
        Sketch sketch = follower.sketch();
        if (controller.isDue(sketch, follower.now())) {
            Tryout tryout = controller.look(sketch, follower.now(), timeout, () -> {});
            tryouts.add(tryout);
            driver.tell(new Command.TakePolicy(tryout));
        }
        driver.plan(driver.time() + EVERY, this::look);
    }

    /** All that was tried, in the order of time. */
    List<Tryout> tryouts() {
        return Collections.unmodifiableList(tryouts);
    }
}
