package org.gleaner.core.grid;

/** The store could not do it, or we do not know whether it did. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean full;

    public StoreException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** @param full whether it is for want of room on its disk: somebody has to make some */
    public StoreException(String message, Throwable cause, boolean full) {
        super(message, cause);
        this.full = full;
    }

    public StoreException(String message) {
        super(message);
        this.full = false;
    }

    public boolean isFull() {
        return full;
    }
}
