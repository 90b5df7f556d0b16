package org.gleaner.client.executor;

import org.jspecify.annotations.Nullable;

/**
 * The grid could not run a call or could not deliver its outcome; an exception thrown by the call itself is never one
 * of these.
 */
public class GridException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GridException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
