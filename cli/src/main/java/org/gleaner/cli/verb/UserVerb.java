package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Printer;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.TokenRequest;

/** Lets people in: issues a token, which is printed once and kept nowhere. */
public final class UserVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "user",
                "let a person in: issue a token (for the admin)",
                Operands.of("add NAME", 2, 2),
                List.of(
                        new Example("gleaner user add ada", "prints Ada's token; she sets GLEANER_TOKEN to it"),
                        new Example("(umask 077; gleaner user add ada > ada.token)", "into a file only you can read"),
                        new Example("gleaner user add ada --json", "with its hash, by which it is revoked")),
                List.of(Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        Words.expect(arguments, "add");
        Owner owner;
        try {
            owner = new Owner(arguments.operand(1, ""));
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage(
                    "That can't be a user.", Arguments.sentence(malformed), "For example: gleaner user add ada");
        }
        IssuedToken issued =
                Access.calls(here).issue(new TokenRequest(Role.USER, owner)).get();
        if (arguments.json()) {
            Printer.json(here.out(), issued, AdminJson::writeIssued);
        } else {
            here.out().println(issued.token());
            here.err()
                    .println("This is the token of " + owner + ". It is shown only now; give it to " + owner
                            + " over a safe way.");
        }
        return Exit.OK;
    }
}
