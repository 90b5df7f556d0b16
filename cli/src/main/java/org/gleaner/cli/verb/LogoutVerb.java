package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.List;
import org.gleaner.client.access.Login;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Example;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Forgets the server and the token that {@code login} stored. */
public final class LogoutVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "logout",
                "forget the server and the token of 'login'",
                Operands.NONE,
                List.of(
                        new Example("gleaner logout", "the token itself stays valid; 'gleaner token revoke' ends it"),
                        new Example("gleaner logout --json", "for scripts"),
                        new Example("gleaner login URL", "logs in again, or elsewhere")),
                List.of(Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws IOException {
        boolean forgotten = Login.forget(here.home());
        if (arguments.json()) {
            Printer.json(here.out(), forgotten, (out, was) -> {
                out.writeStartObject();
                out.writeNumberField("version", 1);
                out.writeBooleanField("forgotten", was);
                out.writeEndObject();
            });
        } else {
            here.out().println(forgotten ? "Logged out." : "You were not logged in.");
        }
        return Exit.OK;
    }
}
