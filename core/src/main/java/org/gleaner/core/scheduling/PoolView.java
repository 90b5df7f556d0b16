package org.gleaner.core.scheduling;

/**
 * What a strategy may know about the whole.
 *
 * @param connectedNodes nodes that are heard
 * @param activeTypes types with ready or running tasks
 * @param settings those that strategies look at
 * @param market what work is worth at the moment
 * @param soon whether what counts is that each task is done soon, rather than that all end together
 * @param standings of the nodes that were lately given work
 */
public record PoolView(
        int connectedNodes, int activeTypes, Tuning settings, Market market, boolean soon, Standings standings) {
    /** With fewer nodes than types the scheduler tells only owners apart: types could not all be served anyway. */
    public boolean foldsTypes() {
        return connectedNodes < activeTypes;
    }
}
