package org.gleaner.core.grid;

import java.util.Optional;

/** The store could not do it, or we do not know whether it did. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean full;
    private final String remedy;

    public StoreException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** @param full whether it is for want of room on its disk: somebody has to make some */
    public StoreException(String message, Throwable cause, boolean full) {
        super(message, cause);
        this.full = full;
        this.remedy = "";
    }

    public StoreException(String message) {
        this(message, "");
    }

    /**
     * One about which somebody has to do something.
     *
     * @param message what is wrong, as the end of a sentence about the server
     * @param remedy what to do, as part of that sentence
     */
    public StoreException(String message, String remedy) {
        super(message);
        this.full = false;
        this.remedy = remedy;
    }

    public boolean isFull() {
        return full;
    }

    /** What is wrong and what to do about it, if more is known than that it failed. */
    public Optional<String> advice() {
        return remedy.isEmpty() ? Optional.empty() : Optional.of(getMessage() + "; " + remedy);
    }
}
