package org.gleaner.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.Health;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.metric.ServerMetrics;
import org.gleaner.server.retention.Warnings;

/** What is at the root: a sign of life, numbers, and the description of all calls. */
final class RootRoutes {
    private final ServerLoop loop;
    private final ServerMetrics metrics;
    private final byte[] description;
    private final String version;
    private final Warnings warnings;

    /** @param description the OpenAPI document */
    RootRoutes(ServerLoop loop, ServerMetrics metrics, byte[] description, String version, Warnings warnings) {
        this.loop = loop;
        this.metrics = metrics;
        this.description = description.clone();
        this.version = version;
        this.warnings = warnings;
    }

    void health(Exchange exchange) {
        Optional<String> trouble = loop.trouble().or(warnings::trouble);
        if (trouble.isPresent()) {
            exchange.refuse(FrontProblems.unavailable(trouble.get()));
        } else if (loop.isServing()) {
            exchange.json(
                    200,
                    Json.write(
                            new Health(version, Instant.now().truncatedTo(ChronoUnit.SECONDS), warnings.now()),
                            AdminJson::writeHealth));
        } else {
            exchange.refuse(FrontProblems.unavailable(
                    loop.isStoreAway()
                            ? "its database is unreachable; check that it runs and its disk has free space"
                            : loop.loading()));
        }
    }

    /** Whoever watches the pool learns from here, too, that its database hangs: so nothing is asked of the loop. */
    void metrics(Exchange exchange) {
        String all = metrics.scrape();
        String told = Callers.person(exchange).admin() ? all : ServerMetrics.withoutStorage(all);
        exchange.send(200, ServerMetrics.CONTENT_TYPE, told.getBytes(UTF_8));
    }

    void description(Exchange exchange) {
        exchange.json(200, description);
    }
}
