package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;

/** A system that does tasks which do nothing, with all its processes. Confined to one thread at a time. */
interface Contender {
    /** With its version, if it is not ours. */
    String name();

    /** Submits so many tasks and returns when all of them are done. */
    void work(int tasks) throws IOException, InterruptedException;

    /** CPU time so far of all processes that take part: servers, nodes, databases, clients, tasks. */
    Duration cpu();
}
