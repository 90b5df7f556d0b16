package org.gleaner.server.loop;

import java.time.Duration;
import org.gleaner.protocol.thread.Vigil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second whether the loop still moves, and ends it when it does not: a process that answers nobody any more
 * is worse than one that is started again. Time in which the machine slept does not count. A store may take its time,
 * but the log says so.
 */
public final class LoopWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopWatch.class);
    private static final Duration ROUND = Duration.ofSeconds(1);
    /** Rounds in a row in which the loop thought about the same thing. */
    private static final int MOST_ROUNDS = 60;

    private final ServerLoop loop;
    private final Vigil vigil;
    private int rounds;
    /** How long the store has hung, as far as it was told; zero if it does not. */
    private Duration hung = Duration.ZERO;

    public LoopWatch(ServerLoop loop) {
        this.loop = loop;
        this.vigil = new Vigil(
                Vigil.daemon("watch"),
                () -> {
                    Thread.sleep(ROUND.toMillis());
                    look();
                },
                (count, why) -> LOG.atError().setCause(why).log("could not check the loop"));
    }

    public void start() {
        vigil.start();
    }

    @Override
    public void close() {
        vigil.close();
    }

    /** Counts its own rounds and not the clock's seconds: while the machine stands still, both do. */
    void look() {
        rounds = loop.pulse().thinking().compareTo(ROUND) < 0 ? 0 : rounds + 1;
        if (rounds >= MOST_ROUNDS) {
            rounds = 0;
            loop.giveUp();
        }
        tellOfStore(loop.pulse().waiting());
    }

    private void tellOfStore(Duration waiting) {
        if (waiting.compareTo(LoopPulse.LONG) > 0) {
            if (hung.isZero()) {
                LOG.warn(
                        "the database has not answered for {} s; calls wait. Check whether its disk is slow, hung"
                                + " or full",
                        waiting.toSeconds());
            }
            hung = waiting;
        } else if (!hung.isZero()) {
            LOG.info("the database answers again, after {} s", hung.toSeconds());
            hung = Duration.ZERO;
        }
    }
}
