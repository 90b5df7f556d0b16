package org.gleaner.server.problem;

import java.io.IOException;

/** Something of the server's is in the way of a problem. Its message is the end of a sentence for the owner. */
final class Hindrance extends IOException {
    private static final long serialVersionUID = 1;

    Hindrance(String why) {
        super(why);
    }
}
