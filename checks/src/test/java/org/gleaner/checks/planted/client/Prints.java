package org.gleaner.checks.planted.client;

/** A library says things to its caller, not to the screen. */
public final class Prints {
    void progress() {
        System.err.println("sending");
    }
}
