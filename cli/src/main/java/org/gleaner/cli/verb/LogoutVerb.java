package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.client.access.Login;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Forgets the server and the token that {@code login} stored. */
public final class LogoutVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("logout", "forget the server and the token of 'login'", Operands.NONE)
                .example("gleaner logout", "the token itself stays valid; 'gleaner token revoke' ends it")
                .example("gleaner logout --json", "for scripts")
                .example("gleaner login URL", "logs in again, or elsewhere")
                .flags(Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws IOException {
        boolean forgotten = Login.forget(here.home());
        if (arguments.json()) {
            Printer.json(here.out(), "forgotten", forgotten);
        } else {
            here.out().println(forgotten ? "Logged out." : "You were not logged in.");
        }
        return Exit.OK;
    }
}
