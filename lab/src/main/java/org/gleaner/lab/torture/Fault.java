package org.gleaner.lab.torture;

import java.io.IOException;
import org.gleaner.lab.fuzz.Dice;
import org.jspecify.annotations.Nullable;

/**
 * One way to hurt.
 *
 * @param name as the report counts it
 * @param weight how often it is chosen, compared with the others
 * @param longestMillis until it is healed, at most
 * @param ofStore whether the server may end, or complain of its store, because of it
 */
record Fault(String name, int weight, int longestMillis, boolean ofStore, Strike strike) {
    /** Does it; what it returns heals it. */
    @FunctionalInterface
    interface Strike {
        /** Null if there was nothing to hurt at this moment. */
        @Nullable
        Act at(Dice dice) throws IOException, InterruptedException;
    }

    /** Something done to the world. */
    @FunctionalInterface
    interface Act {
        void run() throws IOException, InterruptedException;

        /** Does it if it can be done: who comes here goes on with the rest in any case. */
        default void attempt() {
            try {
                run();
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            } catch (IOException failed) {
                // Nobody could do more about it.
                return;
            }
        }
    }
}
