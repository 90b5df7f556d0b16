package org.gleaner.client.problem;

import org.jspecify.annotations.Nullable;

/**
 * Cuts a range of indices into units, and makes these larger or smaller so that each takes about the wanted time. All
 * that is left to do is to merge results, and to return the answer once all of them are there.
 *
 * <pre>{@code
 * final class Squares extends IndexRanges<Long, Long> {
 *     private long sum;
 *
 *     Squares(long end) {
 *         super(new IndexRange(0, end), 1_000);
 *     }
 *
 *     protected void mergeRange(IndexRange range, Long result) {
 *         sum += result;
 *     }
 *
 *     public Long answer() {
 *         return sum;
 *     }
 * }
 * }</pre>
 *
 * @param <R> the result of a unit, serialisable
 * @param <A> the answer, serialisable
 */
public abstract class IndexRanges<R, A> extends DataManager<IndexRange, R, A> {
    private static final long serialVersionUID = 1;

    private final long end;
    private final long grain;
    private long next;
    private long size;
    private long left;

    /**
     * @param grain units have a multiple of this many indices, except the last one; the first ones have exactly this
     *     many
     */
    protected IndexRanges(IndexRange all, long grain) {
        if (grain < 1) {
            throw new IllegalArgumentException("a unit has at least one index, not " + grain);
        }
        this.end = all.end();
        this.grain = grain;
        this.next = all.first();
        this.size = grain;
        this.left = all.size();
    }

    /** Takes the result of the indices in this range. */
    protected abstract void mergeRange(IndexRange range, R result);

    @Override
    public final @Nullable IndexRange next() {
        if (next >= end) {
            return null;
        }
        IndexRange unit = new IndexRange(next, size < end - next ? next + size : end);
        next = unit.end();
        return unit;
    }

    @Override
    public final void merge(IndexRange unit, R result) {
        mergeRange(unit, result);
        left -= unit.size();
    }

    @Override
    public final boolean isFinished() {
        return left == 0;
    }

    @Override
    public final void adapt(double change) {
        // At least one grain, and never so many that a sum with them overflows.
        double grains = Math.min((double) size / grain * (1 + change), Long.MAX_VALUE / 4.0 / grain);
        size = Math.max(1, Math.round(grains)) * grain;
    }

    /** How many indices the next unit has, if that many are left. */
    public final long unitSize() {
        return size;
    }
}
