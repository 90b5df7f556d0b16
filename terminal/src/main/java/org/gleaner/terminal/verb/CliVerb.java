package org.gleaner.terminal.verb;

import java.io.IOException;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** One word behind {@code gleaner}. */
public interface CliVerb {
    Syntax syntax();

    /** Does it and returns the exit code. */
    int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException, InterruptedException;

    /** The exit code of a failure: another for a verb whose own codes are those of somebody's command. */
    default int failed(int exit) {
        return exit;
    }
}
