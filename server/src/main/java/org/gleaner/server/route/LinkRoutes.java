package org.gleaner.server.route;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.PageLink;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.token.PageLinks;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;

/** How a person comes from the command line into the page, and how the page learns who they are. */
record LinkRoutes(LoopDesk desk, TokenMint mint, PageLinks links, InstantSource clock) {
    private static final String NAME = "page";
    private static final Duration SESSION = Duration.ofHours(12);
    /** The grid decides a moment later. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    void me(Exchange exchange) {
        exchange.json(200, Json.write(exchange.token(), TokenJson::writeViewer));
    }

    /** The token is made now, by a caller who may; the link only hands it over. */
    void make(Exchange exchange) {
        Caller caller = Callers.person(exchange);
        Role role = exchange.token().role();
        String text = mint.mint(role);
        TokenHash hash = TokenMint.hash(text);
        Token token = new Token(
                hash,
                role,
                caller.owner(),
                null,
                TokenNote.session(NAME, exchange.token().hash()));
        Instant end = exchange.token().note().expires();
        Command command =
                new Command.IssueToken(caller, token, lifetime(role, end, clock.instant()), Command.Left.JOBS, end);
        exchange.work(() -> desk.ask(exchange, command, Reply.Acknowledged.class, done -> {
            String word = mint.word();
            links.keep(word, new IssuedToken(text, hash, role, caller.owner()));
            exchange.json(201, Json.write(new PageLink(word, PageLinks.LIFETIME), TokenJson::writeLink));
        }));
    }

    /** Null: as long as the caller's own, which a user's may not outlive. An admin's would not end at all. */
    private static @Nullable Duration lifetime(Role role, @Nullable Instant end, Instant now) {
        if (end == null || end.isAfter(now.plus(SESSION).plus(SLACK))) {
            return SESSION;
        }
        Duration left = Duration.between(now, end);
        return role == Role.ADMIN ? left : null;
    }

    void redeem(Exchange exchange) {
        IssuedToken token = links.redeem(exchange.parameter("word")).orElse(null);
        if (token == null) {
            exchange.refuse(ShellProblems.unknownLink());
        } else {
            exchange.json(200, Json.write(token, AdminJson::writeIssued));
        }
    }
}
