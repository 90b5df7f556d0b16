package org.gleaner.server.route;

import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.token.TokenMint;

/** Settings, tokens and the list of nodes. */
final class AdminRoutes {
    private static final int SMALL = 64 << 10;

    private final LoopDesk desk;
    private final TokenMint mint;

    AdminRoutes(LoopDesk desk, TokenMint mint) {
        this.desk = desk;
        this.mint = mint;
    }

    void nodes(Exchange exchange) {
        desk.ask(
                exchange,
                new Command.ListNodes(Callers.person(exchange)),
                Reply.Nodes.class,
                nodes -> exchange.json(200, Json.write(nodes, AnswerJson::writeNodes)));
    }

    void settings(Exchange exchange) {
        desk.ask(
                exchange,
                new Command.ReadSettings(Callers.person(exchange)),
                Reply.Settings.class,
                settings -> exchange.json(200, Json.write(settings, AnswerJson::writeSettings)));
    }

    void changeSetting(Exchange exchange) {
        exchange.body(SMALL, content -> {
            SettingChange change = Json.read(content, AdminJson::readSetting);
            desk.ask(
                    exchange,
                    new Command.ChangeSetting(Callers.person(exchange), change.name(), change.value()),
                    Reply.Acknowledged.class,
                    done -> exchange.empty(204));
        });
    }

    /** The token is told once, here; a node's own is given only to the node that introduces itself. */
    void issueToken(Exchange exchange) {
        exchange.body(SMALL, content -> {
            TokenRequest request = Json.read(content, AdminJson::readTokenRequest);
            Role role = request.role();
            Owner owner = request.owner();
            if (role == Role.NODE || (role == Role.JOIN) != (owner == null)) {
                throw Parameters.wrong("role", "admin and user come with an owner, join without, node not at all");
            }
            String text = mint.mint(role);
            TokenHash hash = TokenMint.hash(text);
            desk.ask(
                    exchange,
                    new Command.IssueToken(Callers.person(exchange), new Token(hash, role, owner, null)),
                    Reply.Acknowledged.class,
                    done -> exchange.json(
                            201, Json.write(new IssuedToken(text, hash, role, owner), AdminJson::writeIssued)));
        });
    }

    void revokeToken(Exchange exchange) {
        exchange.attempt(() -> desk.ask(
                exchange,
                new Command.RevokeToken(
                        Callers.person(exchange),
                        new TokenHash(Parameters.hash(exchange, "hash").hex())),
                Reply.Acknowledged.class,
                done -> exchange.empty(204)));
    }
}
