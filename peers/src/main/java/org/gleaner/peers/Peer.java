package org.gleaner.peers;

import java.io.IOException;

/** A system that can do empty tasks. Confined to one thread. */
interface Peer extends AutoCloseable {
    /** With its version. */
    String name();

    /** Submits so many tasks that do nothing and returns when all of them are done. */
    void work(int tasks) throws IOException, InterruptedException;

    @Override
    void close();
}
