package org.gleaner.server.route;

import java.io.IOException;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitCall;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.server.http.Exchange;

/** Where nodes hand in final reports. */
final class CommitRoutes {
    private static final int COMMIT_LIMIT = 16 << 20;

    private final LoopDesk desk;
    private final BlobAccess blobs;
    private final OutputCheck outputs;
    private final ListedOutputs lists;
    private final LostInputs lost;
    private final RowRoom rows;

    CommitRoutes(
            LoopDesk desk, BlobAccess blobs, OutputCheck outputs, ListedOutputs lists, LostInputs lost, RowRoom rows) {
        this.desk = desk;
        this.blobs = blobs;
        this.outputs = outputs;
        this.lists = lists;
        this.lost = lost;
        this.rows = rows;
    }

    void commit(Exchange exchange) {
        NodeId node = NodeRoutes.own(exchange);
        if (node == null) {
            return;
        }
        exchange.body(COMMIT_LIMIT, content -> {
            CommitCall call = exchange.read(content, CommitJson::readCall);
            boolean plain = true;
            for (AttemptReport report : call.reports()) {
                OutputCheck.checkPrinted(report);
                plain &= report.outcome() != Outcome.NOT_STARTABLE
                        && report.outputs().isEmpty()
                        && report.blobs().isEmpty();
            }
            if (plain) {
                try (RowRoom.Claim room = rows.claimAmple(content.length)) {
                    if (room.fits()) {
                        ask(exchange, new Command.Commit(node, call, List.of()), room.until(() -> {}));
                        return;
                    }
                }
            }
            exchange.work(() -> {
                try (RowRoom.Claim room = rows.claim(content.length)) {
                    commitFiles(exchange, node, call, room);
                }
            });
        });
    }

    private void commitFiles(Exchange exchange, NodeId node, CommitCall call, RowRoom.Claim room)
            throws IOException, StoreException {
        for (AttemptReport report : call.reports()) {
            outputs.check(node, report);
        }
        Runnable over = lists.turn(call);
        boolean asked = false;
        try {
            CommitCall read = lists.read(exchange.token(), node, lost.told(node, call));
            BlobClaim claim = blobs.claim(
                    exchange.token(), read.reports().stream().flatMap(report -> NamedBlob.of(report.files())));
            Runnable decided = () -> {
                claim.release();
                over.run();
            };
            ask(exchange, new Command.Commit(node, read, claim.missing(), !room.fits()), room.until(decided));
            asked = true;
        } finally {
            if (!asked) {
                over.run();
            }
        }
    }

    private void ask(Exchange exchange, Command.Commit commit, Runnable decided) {
        desk.ask(
                exchange,
                commit,
                decided,
                Reply.Committed.class,
                reply -> exchange.json(200, Json.write(reply.content(), CommitJson::writeReply)));
    }
}
