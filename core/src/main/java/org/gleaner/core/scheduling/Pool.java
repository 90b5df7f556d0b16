package org.gleaner.core.scheduling;

/**
 * What a strategy may know about the whole.
 *
 * @param connectedNodes nodes that are heard
 * @param activeTypes types with ready or running tasks
 * @param settings those that strategies look at
 * @param prices what work of each length is worth; only kept for strategies that look ahead
 */
public record Pool(int connectedNodes, int activeTypes, Tuning settings, Prices prices) {
    /** With fewer nodes than types the scheduler tells only owners apart: types could not all be served anyway. */
    public boolean foldsTypes() {
        return connectedNodes < activeTypes;
    }
}
