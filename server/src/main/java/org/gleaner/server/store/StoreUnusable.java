package org.gleaner.server.store;

/** The data directory can't be used as it is, so the server must not start. Nothing in it was changed. */
public final class StoreUnusable extends Exception {
    private static final long serialVersionUID = 1L;

    /** Three lines for people: what happened, why, and what to do next. */
    public StoreUnusable(String what, String why, String next, Throwable cause) {
        super(what + "\n" + why + "\n" + next, cause);
    }

    /** As above, where nothing else was thrown before. */
    public StoreUnusable(String what, String why, String next) {
        super(what + "\n" + why + "\n" + next);
    }
}
