package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.Locale;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * One simulation, as its owner sees it.
 *
 * @param result what came of it, as JSON; null in lists and until it is done
 */
public record SimulationView(
        String id,
        Owner owner,
        SimulationRequest request,
        Course course,
        @Nullable Failure failure,
        @Nullable String result) {
    /** How it stands. */
    public enum State {
        WAITING,
        RUNNING,
        DONE,
        STOPPED,
        FAILED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public boolean isOver() {
            return this != WAITING && this != RUNNING;
        }
    }

    /**
     * How far it is and since when.
     *
     * @param runs how many have ended
     * @param of how many there are; 0 until that is known
     * @param ahead how many go first, as one runs at a time; null unless it waits
     */
    public record Course(
            State state,
            int runs,
            int of,
            Instant asked,
            @Nullable Instant began,
            @Nullable Instant ended,
            @Nullable Integer ahead) {}

    /** Why there is no result: what happened, why, and what to do next. */
    public record Failure(String what, String why, String remedy) {}
}
