package org.gleaner.cli.demo;

import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.verb.CliVerb;

/** Shows in two minutes what Gleaner does, with everything that it promises checked on the way. */
public final class DemoVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "demo",
                "see it work, in two minutes",
                Operands.NONE,
                List.of(
                        new Example("./gleaner demo", "a server, three agents, a picture, and some disasters"),
                        new Example("./gleaner demo --keep", "and leave it all running, to try things out"),
                        new Example("gleaner help", "what else there is")),
                List.of(Flag.on("keep", "leave server, agents and files, and say where they are")));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure {
        throw CliFailure.refused("Not yet.", "The demo is being written.", "Wait.");
    }
}
