package org.gleaner.simulator.checker;

import org.gleaner.core.step.BatchStep;

/** A command that can't be obeyed is refused by a typed value; an exception is a bug of ours. */
public final class RefusalsTyped implements Checker {
    @Override
    public void ran(BatchRun batch) {
        for (BatchStep.Bug bug : batch.result().bugs()) {
            throw new BrokenRule(name(), bug.command() + " was answered by an exception", bug.cause());
        }
    }
}
