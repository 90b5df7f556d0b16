package org.gleaner.cli.torture;

/** A kind of fault that can't be made on this machine; the message says why, in one line. */
public final class Impossible extends Exception {
    Impossible(String why) {
        super(why.lines().findFirst().orElse("unknown"));
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
