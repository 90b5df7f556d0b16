package org.gleaner.client.problem;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Splits a problem into units and merges their results. It lives beside the server, without network and files, and is
 * serialised after every few calls: whatever happens to its process, it continues from that state, and is given again
 * exactly the results that it had not merged by then. A single thread calls it.
 *
 * <pre>{@code
 * final class LargestOfHundred extends DataManager<Integer, Long, Long> {
 *     private int given;
 *     private int merged;
 *     private long largest;
 *
 *     public Integer next() {
 *         return given < 100 ? given++ : null;
 *     }
 *
 *     public void merge(Integer unit, Long result) {
 *         merged++;
 *         largest = Math.max(largest, result);
 *     }
 *
 *     public boolean isFinished() {
 *         return merged == 100;
 *     }
 *
 *     public Long answer() {
 *         return largest;
 *     }
 * }
 * }</pre>
 *
 * @param <U> a unit, serialisable
 * @param <R> the result of a unit, serialisable
 * @param <A> the answer, serialisable
 */
public abstract class DataManager<U, R, A> implements Serializable {
    private static final long serialVersionUID = 1;

    /** The next unit; null: none at the moment, perhaps one after the next result. */
    public abstract @Nullable U next();

    /** Takes the result of a unit that it returned. Results arrive in any order. */
    public abstract void merge(U unit, R result);

    /** Whether the answer is known. Units still being computed are then stopped. */
    public abstract boolean isFinished();

    /** The answer; asked for once, when the problem is finished. */
    public abstract A answer();

    /**
     * A unit has no result: its algorithm threw an exception or ended its process.
     *
     * @param why what happened, with the stack if there is one
     */
    public void failed(U unit, String why) {
        throw new IllegalStateException("A unit failed: " + why);
    }

    /**
     * Units take too long, or not long enough.
     *
     * @param change above 0: the next ones should be larger by that fraction of their size, 1 for twice as large;
     *     below 0: smaller
     */
    public void adapt(double change) {
        // Units of one size are fine for many problems.
    }
}
