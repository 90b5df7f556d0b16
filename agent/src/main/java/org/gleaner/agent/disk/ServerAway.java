package org.gleaner.agent.disk;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server can't give the content now; asking again later may help. */
public final class ServerAway extends Exception {
    private final transient @Nullable Duration retryAfter;

    public ServerAway(@Nullable Duration retryAfter) {
        super("the server is unreachable");
        this.retryAfter = retryAfter;
    }

    /** How long the server wants to be left alone; null if it did not say. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
