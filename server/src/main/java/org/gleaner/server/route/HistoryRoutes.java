package org.gleaner.server.route;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.PastJson;
import org.gleaner.protocol.message.PastPage;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/** Questions about what has run: failures in groups, and attempts of all jobs. The store answers them. */
record HistoryRoutes(History history, VisibleJobs jobs) {
    private static final int USUAL_GROUPS = 10;
    private static final int USUAL_ROWS = 100;

    void failures(Exchange exchange) throws StoreException, IOException {
        JobId job = jobs.check(exchange);
        int limit = Parameters.count(exchange, "limit", USUAL_GROUPS);
        exchange.json(200, Json.write(history.failures(job, limit), PastJson::writeFailures));
    }

    void past(Exchange exchange) throws StoreException, IOException {
        Caller caller = Callers.person(exchange);
        int limit = Parameters.count(exchange, "limit", USUAL_ROWS);
        Optional<String> named = exchange.query("owner");
        Owner owner = caller.admin() ? null : caller.owner();
        if (named.isPresent()) {
            Owner asked = new Owner(named.get());
            if (!caller.mayTouch(asked)) {
                throw Refused.of(new Rejection.NotAllowed(Rejection.Deed.SEE_RUNS_OF_OTHERS));
            }
            owner = asked;
        }
        AttemptQuery query = new AttemptQuery(
                owner,
                Parameters.since(exchange),
                exchange.query("type").orElse(null),
                exchange.query("node")
                        .map(text -> new NodeId(Long.parseLong(text)))
                        .orElse(null),
                Parameters.flag(exchange, "failed"),
                exchange.query("before").map(AttemptId::parse).orElse(null),
                limit + 1);
        List<PastAttempt> found = history.past(query);
        boolean more = found.size() > limit;
        PastPage page = new PastPage(more ? found.subList(0, limit) : found, more);
        exchange.json(200, Json.write(page, PastJson::writePast));
    }
}
