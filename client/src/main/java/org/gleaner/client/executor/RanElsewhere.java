package org.gleaner.client.executor;

/** The last cause of an exception that a call threw: says where the call ran. The stacks above it are from there. */
public class RanElsewhere extends Exception {
    private static final long serialVersionUID = 1;

    RanElsewhere(String message) {
        super(message, null, false, false);
    }

    /** Puts it behind all causes of what was thrown, if they are open to that. */
    void into(Throwable thrown) {
        Throwable last = thrown;
        // Causes in a circle can be made on purpose, and come from elsewhere.
        for (int i = 0; last.getCause() != null && i < 100; i++) {
            last = last.getCause();
        }
        try {
            last.initCause(this);
        } catch (IllegalStateException | UnsupportedOperationException closed) {
            thrown.addSuppressed(this);
        }
    }
}
