package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/**
 * How far a problem is whose units become the tasks of a job. Each checkpoint has all that is needed to go on from it.
 *
 * @param checkpoint its number; 0: as it was submitted
 * @param state what the host goes on from, and which tasks are merged in it
 * @param merged of so many tasks the results are in the state
 * @param answer what was found; null: it is not finished
 * @param stopped why it was given up; empty: it was not
 */
public record Hosting(
        int checkpoint,
        InputFile state,
        int merged,
        @Nullable InputFile answer,
        String stopped) {
    /**
     * With these four bytes the file of a state begins. Who submits a problem writes the first one and the server the
     * later ones; behind them are the tasks that are merged in it, and then what the host saved.
     */
    public static final int STATE = 0x474c5031;

    private static final int LONGEST_REASON = 4_000;

    public Hosting {
        if (checkpoint < 0 || merged < 0) {
            throw new IllegalArgumentException("checkpoints and results are counted from 0");
        }
        stopped = CutText.to(LONGEST_REASON, stopped);
    }

    /** As it was submitted. */
    public static Hosting begin(InputFile state) {
        return new Hosting(0, state, 0, null, "");
    }

    /** The next checkpoint of one that goes on. */
    public Hosting next(InputFile changed, int nowMerged, @Nullable InputFile found) {
        return new Hosting(checkpoint + 1, changed, nowMerged, found, "");
    }

    /** The next checkpoint of one that is given up. */
    public Hosting stop(String why) {
        if (why.isBlank()) {
            throw new IllegalArgumentException("without a reason it would not be given up");
        }
        return new Hosting(checkpoint + 1, state, merged, null, why);
    }

    /** Whether its answer is found, so that nobody needs what is left of its units. */
    public boolean isSolved() {
        return answer != null;
    }

    /** Whether its host has more to do. */
    public boolean isOpen() {
        return answer == null && stopped.isEmpty();
    }
}
