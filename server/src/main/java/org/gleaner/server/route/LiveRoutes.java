package org.gleaner.server.route;

import java.io.IOException;
import java.util.Optional;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.AttemptRow;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.LogJson;
import org.gleaner.protocol.message.LiveLog;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.LogPiece;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.live.LiveLogs;

/** What running attempts print, from the node that runs them to the person who looks. */
record LiveRoutes(LoopDesk desk, History history, VisibleJobs jobs, LiveLogs logs) {
    private static final int LOG_LIMIT = 1 << 20;
    private static final int MOST_ATTEMPTS = 1000;

    void look(Exchange exchange) throws StoreException, IOException {
        JobId job = jobs.check(exchange);
        int task = Parameters.task(exchange);
        Optional<AttemptRow> shown = ShownAttempt.of(history.attempts(job, Ordinals.one(task), MOST_ATTEMPTS));
        LiveLog log = new LiveLog(0, false, new LogPiece(0, ""), new LogPiece(0, ""));
        if (shown.isPresent()) {
            log = look(exchange, shown.get());
        }
        exchange.json(200, Json.write(log, LogJson::writeLive));
    }

    private LiveLog look(Exchange exchange, AttemptRow shown) throws Refused {
        int number = shown.attempt().number();
        long known = Parameters.number(exchange, "attempt", 0);
        long stdout = number == known ? Parameters.number(exchange, "stdout", 0) : 0;
        long stderr = number == known ? Parameters.number(exchange, "stderr", 0) : 0;
        if (shown.ended() != null) {
            return new LiveLog(number, false, new LogPiece(stdout, ""), new LogPiece(stderr, ""));
        }
        LiveLogs.View view = logs.look(shown.attempt(), stdout, stderr);
        if (view.tellNode()) {
            desk.tell(new Command.Nudge(shown.node()));
        }
        return new LiveLog(number, true, view.stdout(), view.stderr());
    }

    /** From the node on which the attempt lives, and from no other. */
    void show(Exchange exchange) {
        NodeId node = Callers.node(exchange);
        exchange.body(LOG_LIMIT, content -> {
            AttemptId attempt = Parameters.attempt(exchange);
            LogCall call = exchange.read(content, LogJson::readCall);
            exchange.work(() -> {
                LogAnswer answer = livesOn(node, attempt) ? logs.hear(attempt, call) : new LogAnswer(false, 0, 0);
                exchange.json(200, Json.write(answer, LogJson::writeAnswer));
            });
        });
    }

    private boolean livesOn(NodeId node, AttemptId attempt) throws StoreException {
        return history.attempts(attempt.job(), Ordinals.one(attempt.ordinal()), MOST_ATTEMPTS).stream()
                .anyMatch(row -> row.attempt().equals(attempt) && row.node().equals(node) && row.ended() == null);
    }
}
