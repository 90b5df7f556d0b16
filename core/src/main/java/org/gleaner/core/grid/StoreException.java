package org.gleaner.core.grid;

/** The store could not do it, or we do not know whether it did. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreException(String message) {
        super(message);
    }
}
