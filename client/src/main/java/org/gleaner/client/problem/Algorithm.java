package org.gleaner.client.problem;

/**
 * Computes one unit of a problem, on whichever machine has time for it. It has a constructor without parameters, and
 * a new one is made for each unit.
 *
 * <pre>{@code
 * final class SumOfSquares implements Algorithm<IndexRange, Long> {
 *     public Long compute(IndexRange unit) {
 *         return LongStream.range(unit.first(), unit.end()).map(x -> x * x).sum();
 *     }
 * }
 * }</pre>
 *
 * @param <U> a unit, serialisable
 * @param <R> its result, serialisable
 */
public interface Algorithm<U, R> {
    /** May run more than once for a unit, because a machine may be lost; only one result is merged. */
    R compute(U unit) throws Exception;
}
