package org.gleaner.agent;

import java.io.IOException;
import java.time.Duration;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.core.message.Introduced;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.Welcome;
import org.jspecify.annotations.Nullable;

/** Who we are to the server and what it told us at the last introduction. Thread-safe. */
final class Registration {
    private final AgentDirectory directory;
    private @Nullable NodeIdentity identity;
    private @Nullable Introduced told;
    private boolean copy;

    Registration(AgentDirectory directory) throws IOException {
        this.directory = directory;
        this.identity = directory.identity();
        this.copy = directory.isCopied();
    }

    synchronized @Nullable NodeIdentity identity() {
        return identity;
    }

    /** Whether the identity belongs to another agent, whose directory this one is a copy of. */
    synchronized boolean isCopy() {
        return copy && identity != null;
    }

    synchronized void noteCopy() {
        copy = true;
    }

    /** Under which this agent joins now; on disk before it is said. */
    synchronized String joinKey() throws IOException {
        return directory.joinKey().of(identity);
    }

    /** Makes the identity durable before anybody acts on it; false if the welcome does not say who we are. */
    synchronized boolean welcomed(Welcome welcome) throws IOException {
        Introduced introduced = welcome.introduced();
        NodeIdentity before = identity;
        String token = welcome.token() != null ? welcome.token() : before == null ? null : before.token();
        if (token == null) {
            return false;
        }
        NodeIdentity now = new NodeIdentity(introduced.node(), token);
        if (!now.equals(before) || copy) {
            directory.remember(now);
        }
        directory.joinKey().forget();
        directory.forgetJoinToken();
        directory.stay().forget();
        copy = false;
        identity = now;
        told = introduced;
        return true;
    }

    /** Of the last introduction; 0 before the first. */
    synchronized int incarnation() {
        return told == null ? 0 : told.incarnation();
    }

    synchronized Duration killGrace() {
        return told == null ? Duration.ofSeconds(10) : told.killGrace();
    }

    /** The server is not believed beyond what fits into one message. */
    synchronized int inlineLimit() {
        return told == null ? 0 : Math.max(0, Math.min(told.inlineLimit(), Content.MOST_INLINE));
    }
}
