package org.gleaner.client.executor;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What was submitted can't be sent to another machine; the message says where in the program, why, and what to do. */
public class CannotTravelException extends RejectedExecutionException {
    private static final long serialVersionUID = 1;

    CannotTravelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
