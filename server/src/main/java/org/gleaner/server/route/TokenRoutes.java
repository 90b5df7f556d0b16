package org.gleaner.server.route;

import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.token.TokenMint;

/** Tokens and the people behind them. */
record TokenRoutes(LoopDesk desk, TokenMint mint, Belongings belongings) {
    private static final int SMALL = 64 << 10;

    void list(Exchange exchange) {
        Command command = new Question.ListTokens(Callers.person(exchange));
        desk.show(exchange, command, Reply.Tokens.class, TokenJson::writeTokens);
    }

    /** The token is told once, here; a node's own is given only to the node that introduces itself. */
    void issue(Exchange exchange) {
        exchange.body(SMALL, content -> {
            TokenRequest request = exchange.read(content, AdminJson::readTokenRequest);
            Role role = request.role();
            Caller caller = Callers.person(exchange);
            if (role == Role.NODE || (role == Role.JOIN && request.owner() != null)) {
                throw Parameters.contradiction(
                        "role", "a join token belongs to nobody, and a node's is only for the node");
            }
            // Whoever names nobody means themselves.
            Owner owner = role == Role.JOIN || request.owner() != null ? request.owner() : caller.owner();
            if (owner != null && TokenMint.isIn(owner.name())) {
                throw Parameters.wrong("owner", "it looks like a token; a user name is expected");
            }
            String text = mint.mint(role);
            TokenHash hash = TokenMint.hash(text);
            TokenNote note = Parameters.valid("name", () -> TokenNote.named(request.name()));
            Token token = new Token(hash, role, owner, null, note);
            exchange.work(() -> desk.ask(
                    exchange,
                    new Command.IssueToken(
                            caller,
                            token,
                            request.lifetime(),
                            request.takeOver() ? Command.Left.JOBS_TO_TAKE_OVER : Command.Left.JOBS,
                            exchange.token().note().expires()),
                    Reply.Acknowledged.class,
                    done -> exchange.json(
                            201, Json.write(new IssuedToken(text, hash, role, owner), AdminJson::writeIssued))));
        });
    }

    void revoke(Exchange exchange) {
        desk.order(exchange, new Command.RevokeToken(Callers.person(exchange), exchange.parameter("hash")));
    }

    void users(Exchange exchange) {
        Command command = new Question.ListUsers(Callers.person(exchange));
        desk.show(exchange, command, Reply.Users.class, TokenJson::writeUsers);
    }

    void removeUser(Exchange exchange) {
        Owner user = new Owner(exchange.parameter("name"));
        boolean cancel = exchange.query("jobs").isPresent();
        Command command = new Command.RemoveUser(Callers.person(exchange), user, cancel);
        desk.ask(exchange, command, Reply.UserRemoved.class, removed -> {
            belongings.forget(user);
            exchange.json(200, Json.write(removed, TokenJson::writeRemoved));
        });
    }
}
