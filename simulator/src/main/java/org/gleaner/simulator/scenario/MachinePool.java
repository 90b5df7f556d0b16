package org.gleaner.simulator.scenario;

import java.util.List;

/** Machines whose past is known; what fate adds, such as speeds, is drawn per seed. */
interface MachinePool {
    String name();

    List<TrialMachine> machines(long seed);

    /** How long the record of their past is, in milliseconds; after it they begin again. */
    long span();
}
