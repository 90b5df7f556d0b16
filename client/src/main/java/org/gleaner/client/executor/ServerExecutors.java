package org.gleaner.client.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.http.ServerConnection;

/** Makes executors on the machines of a server. Thread-safe. */
public final class ServerExecutors {
    private final UserCalls calls;

    private ServerExecutors(Endpoint endpoint) {
        this.calls = new UserCalls(ServerConnection.patient(endpoint, CallTimeouts.DEFAULT));
    }

    /** Of the server that the command line would use. */
    public static ServerExecutors configured() {
        Map<String, String> environment = System.getenv();
        Path here = Path.of("").toAbsolutePath();
        Path home = HomeDirectory.of(environment, here, System.getProperty("user.home", "."));
        try {
            return new ServerExecutors(ServerFinder.find(home, environment));
        } catch (ClientFailure | IOException unknown) {
            throw new GridException(
                    unknown.getMessage() + " Log in with 'gleaner login', or name address and token.", unknown);
        }
    }

    public static ServerExecutors at(String address, String token) {
        return new ServerExecutors(Endpoint.of(address, token));
    }

    public GridExecutor of(String type, ExecutorOptions options) {
        ExecutorJob like = ExecutorJob.of(type, options, Path.of("").toAbsolutePath());
        try {
            return new CallPool(type, new JobCarrier(calls, like));
        } catch (IOException full) {
            throw new UncheckedIOException("there is no place for files that travel", full);
        }
    }
}
