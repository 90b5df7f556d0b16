package org.gleaner.cli.access;

import java.io.IOException;
import java.time.Duration;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.PassingLine;
import org.gleaner.terminal.console.Surroundings;

/** The server that a command speaks to. */
public final class Access {
    /** A server that starts again listens after a few seconds; who sees that it is waited for can end that. */
    private static final Duration FOR_A_PERSON = Duration.ofSeconds(10);

    private static final Duration FOR_A_SCRIPT = Duration.ofSeconds(3);

    private Access() {}

    /** For commands that wait for a server that is away themselves, for longer, and tell of it. */
    public static UserCalls callsWithoutWait(Surroundings here) throws CliFailure, IOException {
        return new UserCalls(ServerConnection.patient(endpoint(here), CallTimeouts.DEFAULT));
    }

    public static UserCalls calls(Surroundings here) throws CliFailure, IOException {
        Endpoint endpoint = endpoint(here);
        PassingLine line = PassingLine.of(here);
        ServerConnection.Waiter waiter = new ServerConnection.Waiter() {
            @Override
            public void waits() {
                line.show("waiting for the server at " + endpoint + " (Ctrl-C to stop)");
            }

            @Override
            public void ends() {
                line.clear();
            }
        };
        Duration starting = here.streams().errIsTerminal() ? FOR_A_PERSON : FOR_A_SCRIPT;
        return new UserCalls(ServerConnection.patient(endpoint, CallTimeouts.DEFAULT, starting, waiter));
    }

    public static Endpoint endpoint(Surroundings here) throws CliFailure, IOException {
        try {
            return ServerFinder.find(here.home(), here.environment());
        } catch (ClientFailure unknown) {
            throw Hints.told(unknown, "login");
        }
    }
}
