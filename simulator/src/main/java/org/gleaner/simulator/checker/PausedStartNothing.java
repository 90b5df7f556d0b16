package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.node.Duty;

/** A node that was paused, drained or forgotten is given nothing new, and nobody is while everything stands still. */
public final class PausedStartNothing implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            Duty duty = before.duty(assigned.node());
            if (duty != Duty.WORKING) {
                throw violation(assigned.attempt() + " was given to " + assigned.node() + ", which is " + duty);
            }
            if (!before.text(Setting.HALT).equals(Halt.NONE.word())) {
                throw violation(assigned.attempt() + " was started while everything was to stand still");
            }
        }
    }
}
