package org.gleaner.server.route;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Rejection;
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
import org.jspecify.annotations.Nullable;

/** Questions about what has run: failures in groups, and attempts of all jobs. The store answers them. */
final class HistoryRoutes {
    private static final int MOST_GROUPS = 100;
    private static final int USUAL_GROUPS = 10;
    private static final int MOST_ROWS = 1000;
    private static final int USUAL_ROWS = 100;

    private final History history;
    private final VisibleJobs jobs;

    HistoryRoutes(History history, VisibleJobs jobs) {
        this.history = history;
        this.jobs = jobs;
    }

    void failures(Exchange exchange) {
        exchange.work(() -> {
            JobId job = jobs.check(exchange);
            int limit = Parameters.limit(exchange, MOST_GROUPS, USUAL_GROUPS);
            exchange.json(200, Json.write(history.failures(job, limit), PastJson::writeFailures));
        });
    }

    void past(Exchange exchange) {
        exchange.work(() -> {
            Caller caller = Callers.person(exchange);
            int limit = Parameters.limit(exchange, MOST_ROWS, USUAL_ROWS);
            Optional<String> named = exchange.query("owner");
            Owner owner = caller.admin() ? null : caller.owner();
            if (named.isPresent()) {
                Owner asked = read("owner", named.get(), Owner::new);
                if (!caller.mayTouch(asked)) {
                    throw Refused.of(new Rejection.NotAllowed(Rejection.Deed.SEE_RUNS_OF_OTHERS));
                }
                owner = asked;
            }
            AttemptQuery query = new AttemptQuery(
                    owner,
                    read("since", exchange.query("since"), Instant::parse),
                    exchange.query("type").orElse(null),
                    read("node", exchange.query("node"), text -> new NodeId(Long.parseLong(text))),
                    Parameters.flag(exchange, "failed"),
                    read("before", exchange.query("before"), AttemptId::parse),
                    limit + 1);
            List<PastAttempt> found = history.past(query);
            boolean more = found.size() > limit;
            PastPage page = new PastPage(more ? found.subList(0, limit) : found, more);
            exchange.json(200, Json.write(page, PastJson::writePast));
        });
    }

    private interface Parser<T> {
        T parse(String text);
    }

    private static <T> @Nullable T read(String name, Optional<String> text, Parser<T> parser) throws Refused {
        return text.isEmpty() ? null : read(name, text.get(), parser);
    }

    private static <T> T read(String name, String text, Parser<T> parser) throws Refused {
        try {
            return parser.parse(text);
        } catch (DateTimeException e) {
            throw Parameters.wrong(name, "an instant such as 2026-01-31T12:00:00Z is expected");
        } catch (NumberFormatException e) {
            throw Parameters.wrong(name, "a number is expected");
        } catch (IllegalArgumentException e) {
            throw Parameters.wrong(name, String.valueOf(e.getMessage()));
        }
    }
}
