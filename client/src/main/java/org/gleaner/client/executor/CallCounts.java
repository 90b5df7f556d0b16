package org.gleaner.client.executor;

/**
 * The progress of an executor's calls.
 *
 * @param submitted all of them
 * @param done that returned
 * @param failed that threw, or could not be run
 */
public record CallCounts(long submitted, long done, long failed, long cancelled) {
    /** Those that are still awaited, or were left to the pool by {@link GridExecutor#detach}. */
    public long open() {
        return submitted - done - failed - cancelled;
    }

    CallCounts withSubmitted() {
        return new CallCounts(submitted + 1, done, failed, cancelled);
    }

    CallCounts withSettled(boolean threw, boolean unwanted) {
        return new CallCounts(
                submitted,
                done + (threw || unwanted ? 0 : 1),
                failed + (threw ? 1 : 0),
                cancelled + (unwanted ? 1 : 0));
    }
}
