package org.gleaner.protocol.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * How often a call is repeated that came too soon, after the pause that the server names, and how long a server is
 * waited for that just starts again.
 *
 * @param tries in all
 * @param longest a longer pause is not made: a person wants to know instead
 * @param starting how often a call is tried at first where nothing listens
 */
record Patience(int tries, Duration longest, int starting, Pause pause) {
    /** Waits. */
    interface Pause {
        void make(Duration time) throws InterruptedException;
    }

    private static final Duration START = Duration.ofMillis(250);

    static final Patience NONE = new Patience(1, Duration.ZERO, 1, time -> {});
    static final Patience USUAL =
            new Patience(20, Duration.ofSeconds(30), 1, time -> TimeUnit.MILLISECONDS.sleep(time.toMillis()));

    /** The same, with a server that may take so long to start. */
    Patience starting(Duration span) {
        return new Patience(tries, longest, 1 + (int) span.dividedBy(START), pause);
    }

    /** Makes the pause that the answer asks for; false if the answer stands. */
    boolean pauses(Answer<?> answer, int tried) {
        if (tried >= tries
                || !(answer instanceof Answer.Refused<?> refused)
                || !refused.problem().is(ProblemKind.TOO_MANY_REQUESTS)) {
            return false;
        }
        Duration wish = Duration.ofSeconds(Math.max(1, refused.problem().retryAfterSeconds()));
        return wish.compareTo(longest) <= 0 && make(wish);
    }

    /** Makes a pause for a server that was not met yet and may be starting; false if the answer stands. */
    boolean awaits(Answer<?> answer, int tried) {
        return tried < starting && isStarting(answer) && make(START);
    }

    /** Nothing listens yet, or it says that it can't serve yet; either way the call had no effect. */
    static boolean isStarting(Answer<?> answer) {
        return answer.isRefused(ProblemKind.UNAVAILABLE)
                || (answer instanceof Answer.Unreachable<?> unreachable && unreachable.closed());
    }

    private boolean make(Duration wish) {
        try {
            pause.make(wish);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
