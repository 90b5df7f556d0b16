package org.gleaner.server.route;

import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.PartialCall;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.server.http.Exchange;

/** What a node shows of an attempt while it runs. */
record AttemptRoutes(LoopDesk desk, BlobAccess blobs, OutputCheck outputs, RowRoom rows) {
    private static final int PARTIAL_LIMIT = 16 << 20;

    /** Files written so far; their blobs are here already. */
    void partial(Exchange exchange) {
        NodeId node = Callers.node(exchange);
        exchange.body(PARTIAL_LIMIT, content -> {
            AttemptId attempt = Parameters.attempt(exchange);
            PartialCall call = exchange.read(content, PartialJson.readCall(attempt));
            exchange.work(() -> {
                outputs.checkPartial(node, call);
                try (RowRoom.Claim room = rows.claim(content.length)) {
                    room.check();
                    BlobClaim claim = blobs.claim(exchange.token(), NamedBlob.of(call.files()));
                    desk.ask(
                            exchange,
                            new Command.KeepPartial(node, call, claim.missing()),
                            room.until(claim::release),
                            Reply.PartialTaken.class,
                            taken -> exchange.json(200, Json.write(taken.content(), PartialJson::writeAnswer)));
                }
            });
        });
    }
}
