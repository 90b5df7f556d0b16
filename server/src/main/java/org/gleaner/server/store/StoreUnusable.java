package org.gleaner.server.store;

import org.jspecify.annotations.Nullable;

/**
 * The data directory can't be used as it is, so the server must not start. Nothing in it was changed, unless an upgrade
 * ended in the middle. Says in three lines for people what happened, why, and what to do next.
 */
public final class StoreUnusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String why;
    private final String next;

    public StoreUnusable(String what, String why, String next) {
        this(what, why, next, null);
    }

    public StoreUnusable(String what, String why, String next, @Nullable Throwable cause) {
        super(what + "\n" + why + "\n" + next, cause);
        this.what = what;
        this.why = why;
        this.next = next;
    }

    public String what() {
        return what;
    }

    public String why() {
        return why;
    }

    public String next() {
        return next;
    }
}
