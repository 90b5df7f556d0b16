package org.gleaner.simulator.experiment;

import java.time.Instant;
import java.util.function.Consumer;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.image.PoolImage;

/** Keeps a sketch of a run as a server would: it learns what the grid says, and nothing of the trial. */
final class Follower {
    private final Driver driver;
    private final Sketch sketch = new Sketch();
    private final Consumer<Sketch> whisper;
    private long image;

    Follower(Driver driver) {
        this(driver, sketch -> {});
    }

    /** @param whisper what the sketch is told besides, each time somebody wants it: tests plant leaks here */
    Follower(Driver driver, Consumer<Sketch> whisper) {
        this.driver = driver;
        this.whisper = whisper;
    }

    Instant now() {
        return Timeline.BEGIN.plusMillis(driver.time());
    }

    /** As of now. */
    Sketch sketch() {
        do {
            PoolImage next = driver.state().imaging().next(image, now());
            image = next.number();
            sketch.take(next);
        } while (sketch.isBehind());
        whisper.accept(sketch);
        return sketch;
    }
}
