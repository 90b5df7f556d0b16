package org.gleaner.client.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.gleaner.client.call.UserCalls;

/** Executors on the machines of a server. */
public final class ServerExecutors {
    private ServerExecutors() {}

    public static GridExecutor of(UserCalls calls, String type) {
        try {
            return new CallPool(type, new JobCarrier(calls, type));
        } catch (IOException full) {
            throw new UncheckedIOException("there is no place for files that travel", full);
        }
    }
}
