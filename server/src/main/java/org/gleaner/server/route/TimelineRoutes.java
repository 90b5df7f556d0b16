package org.gleaner.server.route;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.store.History;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.SpanQuery;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.TimelineJson;
import org.gleaner.protocol.message.WorkTimeline;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/**
 * What machines did over a span of time. Of the work of others its owner learns no more than that there was some; when
 * a machine was away is for admins.
 */
record TimelineRoutes(History history) {
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int USUAL_BARS = 5_000;
    private static final int MOST_STAYS = 20_000;

    void timeline(Exchange exchange) throws StoreException, Refused {
        Caller caller = Callers.person(exchange);
        show(exchange, caller, query(exchange));
    }

    private void show(Exchange exchange, Caller caller, SpanQuery query) throws StoreException {
        List<WorkSpan> found = history.spans(query);
        boolean more = found.size() == query.limit();
        List<WorkSpan> shown = more ? found.subList(0, found.size() - 1) : found;
        WorkTimeline timeline = new WorkTimeline(
                query.since(),
                query.until(),
                shown.stream().map(span -> bar(caller, span)).toList(),
                more,
                caller.admin() ? stays(query) : List.of());
        exchange.json(200, Json.write(timeline, TimelineJson::write));
    }

    private static WorkTimeline.Bar bar(Caller caller, WorkSpan span) {
        WorkTimeline.Own own = caller.mayTouch(span.owner())
                ? new WorkTimeline.Own(span.attempt(), span.outcome(), span.copy())
                : null;
        return new WorkTimeline.Bar(span.node(), span.lane(), span.from(), span.to(), own);
    }

    private List<WorkTimeline.Presence> stays(SpanQuery query) throws StoreException {
        List<WorkTimeline.Presence> found = new ArrayList<>();
        for (PastStay stay : history.stays(query.since(), MOST_STAYS)) {
            boolean meant = query.nodes().isEmpty() || query.nodes().contains(stay.node());
            if (meant && stay.from().isBefore(query.until())) {
                found.add(new WorkTimeline.Presence(stay.node(), stay.from(), stay.to()));
            }
        }
        return found;
    }

    /** One more than is shown tells whether there are more. */
    private static SpanQuery query(Exchange exchange) throws Refused {
        Instant asked = Parameters.instant(exchange, "until");
        Instant until = asked == null ? Instant.now().truncatedTo(ChronoUnit.MILLIS) : asked;
        Instant begin = Parameters.since(exchange);
        Instant since = begin == null ? until.minus(USUAL) : begin;
        if (!since.isBefore(until)) {
            throw Parameters.contradiction("until", "it is not after since");
        }
        if (Duration.between(since, until).compareTo(LONGEST) > 0) {
            throw Parameters.contradiction("since", "it is more than " + LONGEST.toHours() + " hours before until");
        }
        return new SpanQuery(since, until, nodes(exchange), Parameters.count(exchange, "limit", USUAL_BARS) + 1);
    }

    private static List<NodeId> nodes(Exchange exchange) {
        List<NodeId> nodes = new ArrayList<>();
        for (String one : exchange.query("nodes").orElse("").split(",", -1)) {
            if (!one.isEmpty()) {
                nodes.add(new NodeId(Long.parseLong(one)));
            }
        }
        return nodes;
    }
}
