package org.gleaner.server.route;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.jspecify.annotations.Nullable;

/**
 * Lets questions about many jobs or nodes reach the loop few at a time from each holder of tokens, part by part, so
 * that however many somebody asks, the calls of others come between. No thread waits: whose turn comes is called. How
 * many may wait is bounded by the calls that a token may have open. Thread-safe.
 */
final class QuestionTurns {
    private static final int AT_ONCE = 2;

    /** Asks the loop. */
    interface Asking {
        /**
         * @param waited whether its turn came later
         * @return whether the loop was asked; then the turn ends with {@link #leave}, else now
         */
        boolean ask(boolean waited);
    }

    private static final class Line {
        private final Queue<Asking> waiting = new ArrayDeque<>();
        private int asking;
    }

    private final Map<String, Line> lines = new HashMap<>();

    /** Whether the loop has to look at much for it. */
    static boolean isMeant(Command command) {
        return command instanceof Question.AskWhy
                || command instanceof Question.ListJobs
                || command instanceof Question.CountJobs
                || command instanceof Question.ListNodes
                || command instanceof Question.Preview;
    }

    /** Asks now, or when the turn comes. */
    void take(String holder, Asking asking) {
        synchronized (lines) {
            Line line = lines.computeIfAbsent(holder, name -> new Line());
            if (line.asking >= AT_ONCE) {
                line.waiting.add(asking);
                return;
            }
            line.asking++;
        }
        if (!asking.ask(false)) {
            leave(holder);
        }
    }

    /** The loop has answered: it is the turn of whoever has waited longest. */
    void leave(String holder) {
        Asking next;
        do {
            next = next(holder);
        } while (next != null && !next.ask(true));
    }

    private @Nullable Asking next(String holder) {
        synchronized (lines) {
            Line line = lines.get(holder);
            Asking next = line == null ? null : line.waiting.poll();
            if (line != null && next == null) {
                line.asking--;
                if (line.asking == 0) {
                    lines.remove(holder);
                }
            }
            return next;
        }
    }
}
