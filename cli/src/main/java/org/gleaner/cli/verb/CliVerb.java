package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.protocol.http.CallFailed;

/** One word behind {@code gleaner}. */
public interface CliVerb {
    Syntax syntax();

    /** Does it and returns the exit code. */
    int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException, InterruptedException;
}
