package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.JoinJson;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Prints what to type on a machine that shall work for the pool, or by a person who shall use it. */
public final class JoinLineVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("join-line", "print the command that adds a machine to the pool", Operands.NONE)
                .example("gleaner join-line", "for Linux, with curl; it asks for the join token there")
                .example("gleaner join-line --cli", "for a person: installs the command 'gleaner'")
                .example("gleaner join-line --powershell", "for Windows")
                .flags(
                        Flag.on("wget", "the line for wget"),
                        Flag.on("powershell", "the line for PowerShell"),
                        Flag.on("cli", "the line that installs the command 'gleaner' for a person"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        JoinLines lines = Access.calls(here).joinLines().get();
        if (arguments.json()) {
            Printer.json(here.out(), lines, JoinJson::writeLines);
        } else if (arguments.has("cli")) {
            here.out().println(known(lines.cli()));
        } else if (arguments.has("powershell")) {
            here.out().println(lines.powershell());
        } else {
            here.out().println(arguments.has("wget") ? lines.wget() : lines.curl());
        }
        return Exit.OK;
    }

    private static String known(String line) throws CliFailure {
        if (line.isEmpty()) {
            throw CliFailure.refused(
                    "This server has no such line.",
                    "It is older than this command.",
                    "Download its gleaner-full.jar instead.");
        }
        return line;
    }
}
