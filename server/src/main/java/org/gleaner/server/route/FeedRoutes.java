package org.gleaner.server.route;

import java.time.Duration;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.feed.Feeds;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Outflow;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** Tells callers what changes, for as long as they listen. */
record FeedRoutes(Feeds feeds) {
    private static final String EVENTS = "text/event-stream";

    void follow(Exchange exchange) {
        exchange.attempt(() -> {
            Feeds.Place known = place(exchange);
            Token token = exchange.token();
            Caller viewer = Callers.person(exchange);
            if (!feeds.isReady()) {
                throw new Refused(FrontProblems.unavailable("it is loading its state"));
            }
            switch (feeds.enter(token)) {
                case FULL -> throw new Refused(FrontProblems.tooMany());
                case OWN_LIMIT ->
                    throw new Refused(ShellProblems.tooManyOwn(
                            "You follow the pool " + feeds.mostOfOne() + " times at once, the most for one user.",
                            "Close a program or browser that follows it; its place is free a moment later.",
                            Duration.ofSeconds(2)));
                case ENTERED -> {}
            }
            // A proxy that collects answers would make a feed of news into one of old stories.
            exchange.setHeader("X-Accel-Buffering", "no");
            Optional<Outflow> out = exchange.flow(EVENTS);
            if (out.isPresent()) {
                feeds.begin(token, viewer, out.get(), known);
            } else {
                feeds.leave(token);
            }
        });
    }

    private static Feeds.@Nullable Place place(Exchange exchange) throws Refused {
        Optional<String> run = exchange.query("run");
        Optional<String> from = exchange.query("from");
        if (run.isPresent() != from.isPresent()) {
            throw Parameters.contradiction(
                    run.isPresent() ? "from" : "run", "send from and run together, as given in the last event");
        }
        if (run.isPresent() && from.isPresent()) {
            return new Feeds.Place(run.get(), Long.parseLong(from.get()));
        }
        String last = exchange.header("Last-Event-ID").orElse("");
        int dash = last.lastIndexOf('-');
        return dash < 0 ? null : new Feeds.Place(last.substring(0, dash), Long.parseLong(last.substring(dash + 1)));
    }
}
