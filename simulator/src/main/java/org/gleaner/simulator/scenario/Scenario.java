package org.gleaner.simulator.scenario;

/** Machines and work, described; a seed turns it into a {@link Trial}. */
public interface Scenario {
    String name();

    /** The same seed gives the same trial. */
    Trial trial(long seed);
}
