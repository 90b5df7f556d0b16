package org.gleaner.protocol.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * How often a call is repeated that came too soon, after the pause that the server names.
 *
 * @param tries in all
 * @param longest a longer pause is not made: a person wants to know instead
 */
record Patience(int tries, Duration longest, Pause pause) {
    /** Waits. */
    interface Pause {
        void make(Duration time) throws InterruptedException;
    }

    static final Patience NONE = new Patience(1, Duration.ZERO, time -> {});
    static final Patience USUAL =
            new Patience(20, Duration.ofSeconds(30), time -> TimeUnit.MILLISECONDS.sleep(time.toMillis()));

    /** Makes the pause that the answer asks for; false if the answer stands. */
    boolean pauses(Answer<?> answer, int tried) {
        if (tried >= tries
                || !(answer instanceof Answer.Refused<?> refused)
                || !refused.problem().is(ProblemKind.TOO_MANY_REQUESTS)) {
            return false;
        }
        Duration wish = Duration.ofSeconds(Math.max(1, refused.problem().retryAfterSeconds()));
        if (wish.compareTo(longest) > 0) {
            return false;
        }
        try {
            pause.make(wish);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
