package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Instant;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;
import org.jspecify.annotations.Nullable;

/** Makes, lists and revokes tokens: one's own, or everybody's for the admin. */
public final class TokenVerb implements CliVerb {
    private static final Subcommands WORDS = Subcommands.of("create", "list", "revoke ID");

    @Override
    public Syntax syntax() {
        return Syntax.of("token", "create, list and revoke tokens", WORDS.operands())
                .example("gleaner token create --name laptop --expires 30d", "one of your own, for a month")
                .example("gleaner token list", "yours with their ids, never the tokens themselves")
                .example("gleaner token revoke 9f86d081", "it stops working at once")
                .flags(
                        Flag.one("role", "ROLE", "create: user (the default), admin or join"),
                        Flag.one("user", "NAME", "create: whose it is; you by default"),
                        Flag.one("name", "TEXT", "create: what you call it"),
                        Flag.on("take-over", "create: give the jobs of an earlier user of this name to this one"),
                        Flag.one("expires", "SPAN", "create: when it expires, such as 30d"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String word = WORDS.chosen(arguments);
        String id = arguments.operand(1, "");
        if (word.equals("revoke") && !id.matches("[0-9a-f]{8,64}")) {
            throw CliFailure.usage(
                    "Invalid token id.",
                    "An id is the 8 characters that the list shows, not the token itself.",
                    "'gleaner token list' shows the ids.");
        }
        UserCalls calls = Access.calls(here);
        switch (word) {
            case "create" -> create(calls, arguments, here);
            case "revoke" -> {
                boolean unused = calls.revoke(id).get();
                if (arguments.json()) {
                    Printer.json(here.out(), "revoked", id);
                } else {
                    here.out().println("Revoked token " + id + ".");
                }
            }
            default -> list(calls.tokens().get(), arguments.json(), here);
        }
        return Exit.OK;
    }

    private static void create(UserCalls calls, Arguments arguments, Surroundings here) throws CliFailure, CallFailed {
        Role role = switch (arguments.text("role", "user")) {
            case "user" -> Role.USER;
            case "admin" -> Role.ADMIN;
            case "join" -> Role.JOIN;
            default -> throw arguments.unusable("role", "It is user, admin or join.");
        };
        String user = arguments.text("user");
        Owner owner = user == null ? null : UserVerb.owner(user);
        IssuedToken issued = calls.issue(new TokenRequest(
                        role, owner, arguments.text("name", ""), arguments.span("expires"), arguments.has("take-over")))
                .get();
        if (arguments.json()) {
            Printer.json(here.out(), issued, AdminJson::writeIssued);
        } else {
            here.out().println(issued.token());
            here.err()
                    .println("New " + role.word() + " token"
                            + (issued.owner() == null ? "" : " of " + issued.owner())
                            + ", id " + issued.hash().hex().substring(0, 8) + "; it is shown only once.");
        }
    }

    private static void list(Reply.Tokens answer, boolean json, Surroundings here) {
        if (json) {
            Printer.json(here.out(), answer, TokenJson::writeTokens);
            return;
        }
        Table table = new Table("ID", "ROLE", "OWNER", "NAME", "CREATED", "EXPIRES", "LAST USED");
        for (Token token : answer.tokens()) {
            Owner owner = token.owner();
            table.add(
                    token.id(),
                    token.role().word(),
                    owner == null ? "" : owner.name(),
                    token.note().name(),
                    day(token.note().created(), ""),
                    day(token.note().expires(), "never"),
                    day(token.note().used(), "never"));
        }
        table.print(here.out());
    }

    static String day(@Nullable Instant at, String otherwise) {
        return at == null ? otherwise : at.toString().substring(0, 10);
    }
}
