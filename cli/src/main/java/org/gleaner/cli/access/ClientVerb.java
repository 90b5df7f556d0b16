package org.gleaner.cli.access;

import java.io.IOException;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** A verb that lets the client work: what that could not do is told as every failure is. */
public interface ClientVerb extends CliVerb {
    /** Does it and returns the exit code. */
    int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException;

    @Override
    default int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        try {
            return work(arguments, here);
        } catch (ClientFailure failure) {
            throw Hints.told(failure, arguments.verb());
        }
    }
}
