package org.gleaner.core.desk;

import java.util.List;
import java.util.function.Function;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Asks until all of very many jobs are through: the grid takes some at a time, for a trial first where one that refuses
 * keeps all from it. What is done stays done if it can't go on, and then it is told how much that is.
 *
 * @param step what to ask for some of them
 * @param reading what a reply says; null: it is not the one that was hoped for
 */
record Stages<T>(Function<Command.Stretch, Command> step, Function<Reply, @Nullable Part<T>> reading, End<T> end) {
    /**
     * What came of some of them.
     *
     * @param next where to go on; null: these were the last
     */
    record Part<T>(List<T> done, @Nullable JobId next) {}

    /** How it goes on when all are through. */
    @FunctionalInterface
    interface End<T> {
        Errand with(List<T> done) throws StoreException;
    }

    /** @param done what was done before; grows */
    Errand from(Command.Stretch stretch, List<T> done) {
        return new Errand.Ask(step.apply(stretch), reply -> {
            Part<T> part = reading.apply(reply);
            JobId next = null;
            if (part != null) {
                done.addAll(part.done());
                next = part.next();
            } else if (!isRefused(reply, Rejection.NothingSelected.class)) {
                return halfway(done.size(), reply);
            }
            if (next != null) {
                return from(stretch.after(next), done);
            }
            return stretch.trial() ? from(stretch.inEarnest(), done) : end.with(done);
        });
    }

    /** A refusal, with how many jobs were changed before. */
    static Errand halfway(int jobs, Reply why) {
        return new Errand.Done(jobs == 0 ? why : new Reply.Halfway(jobs, why));
    }

    static boolean isRefused(Reply reply, Class<? extends Rejection> why) {
        return reply instanceof Reply.Refused refused
                && why.isInstance(refused.why().bare());
    }
}
