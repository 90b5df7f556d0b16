package org.gleaner.cli.access;

import java.io.IOException;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** The server that a command speaks to. */
public final class Access {
    private Access() {}

    public static UserCalls calls(Surroundings here) throws CliFailure, IOException {
        return new UserCalls(ServerConnection.patient(endpoint(here), CallTimeouts.DEFAULT));
    }

    public static Endpoint endpoint(Surroundings here) throws CliFailure, IOException {
        try {
            return ServerFinder.find(here.home(), here.environment());
        } catch (ClientFailure unknown) {
            throw Hints.told(unknown, "login");
        }
    }
}
