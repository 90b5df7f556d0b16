package org.gleaner.terminal.verb;

import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Tells the program's version. */
public final class VersionVerb implements CliVerb {
    /** The version that the jar was built as. */
    public static String version() {
        String version = VersionVerb.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("version", "show the version of this program", Operands.NONE)
                .example("gleaner version", "such as: gleaner 0.2.0")
                .example("gleaner version --json", "for scripts")
                .example("gleaner help", "what else there is")
                .flags(Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) {
        if (arguments.json()) {
            Printer.json(here.out(), "gleaner", version());
        } else {
            here.out().println("gleaner " + version());
        }
        return Exit.OK;
    }
}
