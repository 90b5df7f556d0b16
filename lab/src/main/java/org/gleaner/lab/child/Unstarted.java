package org.gleaner.lab.child;

import java.io.IOException;

/** What should be ready by now is not; the message says why, without a full stop. */
public final class Unstarted extends IOException {
    private static final long serialVersionUID = 1;

    public Unstarted(String why) {
        super(why);
    }
}
