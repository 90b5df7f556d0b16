package org.gleaner.server.route;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.TicketJson;
import org.gleaner.protocol.message.DownloadTicket;
import org.gleaner.protocol.message.TicketRequest;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Tickets;

/** Links for those who can't send a token. Which paths they may lead to is said in the description of this call. */
record TicketRoutes(Tickets tickets) {
    private static final int SMALL = 64 << 10;

    void issue(Exchange exchange) {
        exchange.body(SMALL, content -> {
            TicketRequest request = exchange.read(content, TicketJson::readRequest);
            String url = tickets.issue(exchange.token(), request.path(), request.name());
            Instant expires = Instant.now().plus(Tickets.LIFE).truncatedTo(ChronoUnit.SECONDS);
            exchange.json(201, Json.write(new DownloadTicket(url, expires), TicketJson::write));
        });
    }

    /** The front door redeems those that are good. */
    void unknown(Exchange exchange) {
        exchange.refuse(ShellProblems.unknownTicket());
    }
}
