package org.gleaner.server.route;

import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.http.Exchange;

/** Who speaks through a token. */
final class Callers {
    private Callers() {}

    /** The person behind a user's or admin's token. */
    static Caller person(Exchange exchange) {
        Token token = exchange.token();
        Owner owner = token.owner();
        if (owner == null) {
            throw new IllegalStateException("the route let in a token that belongs to nobody");
        }
        return new Caller(owner, token.role() == Role.ADMIN);
    }

    /** The node behind a node's token. */
    static NodeId node(Exchange exchange) {
        NodeId node = exchange.token().node();
        if (node == null) {
            throw new IllegalStateException("the route let in a token that is no node's");
        }
        return node;
    }
}
