package org.gleaner.protocol.message;

import org.gleaner.core.message.Introduced;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an introduction as it travels.
 *
 * @param token the node's own token, told once to a node that came with a join token; it uses it from then on
 */
public record Welcome(Introduced introduced, @Nullable String token) {
    /** Without the token, so that it can be logged. */
    @Override
    public String toString() {
        return "Welcome[" + introduced + "]";
    }
}
