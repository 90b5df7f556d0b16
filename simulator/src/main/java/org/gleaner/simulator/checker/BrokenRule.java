package org.gleaner.simulator.checker;

/** Something happened that must never happen. It ends the run; the seed leads to it again. */
public final class BrokenRule extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String checker;

    public BrokenRule(String checker, String what) {
        super(what);
        this.checker = checker;
    }

    public BrokenRule(String checker, String what, Throwable cause) {
        super(what, cause);
        this.checker = checker;
    }

    /** The name of the checker that found it. */
    public String checker() {
        return checker;
    }
}
