package org.gleaner.lab.torture;

/** Nothing can be tortured here; the message says why. */
final class Unready extends Exception {
    private final String what;

    Unready(String what, String why) {
        super(why);
        this.what = what;
    }

    String what() {
        return what;
    }
}
