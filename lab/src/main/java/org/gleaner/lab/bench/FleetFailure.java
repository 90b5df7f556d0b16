package org.gleaner.lab.bench;

import java.io.IOException;

/** The server of a benchmark does not start, hangs up or refuses: there is nothing to measure. */
public final class FleetFailure extends IOException {
    private static final long serialVersionUID = 1;

    FleetFailure(String why) {
        super(why);
    }
}
