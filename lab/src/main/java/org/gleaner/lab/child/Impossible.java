package org.gleaner.lab.child;

/** A kind of fault that can't be made on this machine; the message says why, in one line. */
public final class Impossible extends Exception {
    public Impossible(String why) {
        super(why.lines().findFirst().orElse("unknown"));
    }

    public String why() {
        return String.valueOf(getMessage());
    }
}
