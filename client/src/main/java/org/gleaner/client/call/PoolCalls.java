package org.gleaner.client.call;

import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.AuditJson;
import org.gleaner.protocol.json.PolicyJson;
import org.gleaner.protocol.json.SharesJson;
import org.gleaner.protocol.message.AuditPage;
import org.gleaner.protocol.message.ObjectiveWish;
import org.jspecify.annotations.Nullable;

/** What is asked about the pool as a whole. Nothing is changed. Thread-safe. */
public final class PoolCalls {
    private static final String API = "/api/v1";

    private final ServerConnection server;

    public PoolCalls(ServerConnection server) {
        this.server = server;
    }

    public Answer<Reply.Shares> shares() {
        return server.call(Request.of("GET", API + "/shares"), SharesJson::read);
    }

    /** How work is given out. */
    public Answer<Reply.PolicyInForce> policy() {
        return server.call(Request.of("GET", API + "/policy"), PolicyJson::read);
    }

    /** Says what shall count for the caller's own jobs. */
    public Answer<Boolean> want(ObjectiveWish wish) {
        return server.tell(Request.of("PUT", API + "/policy/objective").json(wish, PolicyJson::writeWish));
    }

    /** @param before the {@code next} of the page before; null: the newest lines */
    public Answer<AuditPage> audit(@Nullable String before, int limit) {
        String from = before == null ? "" : "&before=" + before;
        return server.call(Request.of("GET", API + "/audit?limit=" + limit + from), AuditJson::read);
    }
}
