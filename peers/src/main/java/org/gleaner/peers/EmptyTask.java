package org.gleaner.peers;

import org.jppf.node.protocol.AbstractTask;

/** A task of JPPF that does nothing. */
public final class EmptyTask extends AbstractTask<Void> {
    @Override
    public void run() {}
}
