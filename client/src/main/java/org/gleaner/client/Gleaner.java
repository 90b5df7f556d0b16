package org.gleaner.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.client.access.ServerFinder;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.LocalExecutors;
import org.gleaner.client.executor.ServerExecutors;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;

/**
 * A pool of machines as a Java program uses it.
 *
 * <pre>{@code
 * try (Gleaner grid = Gleaner.connect()) {
 *     GridExecutor pool = grid.executor("pi");
 *     Future<Long> hits = pool.submit(() -> throwDarts(1_000_000));
 *     System.out.println(hits.get());
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closing it cancels what its executors have not done.
 */
public final class Gleaner implements AutoCloseable {
    /** Makes an executor for work of one type. */
    @FunctionalInterface
    private interface Maker {
        GridExecutor make(String type);
    }

    private final Maker maker;
    private final List<GridExecutor> made = new ArrayList<>();

    private Gleaner(Maker maker) {
        this.maker = maker;
    }

    /**
     * The server that the command line would use: what {@code GLEANER_URL} and {@code GLEANER_TOKEN} say, else what
     * {@code gleaner login} stored, else the server of this machine.
     */
    public static Gleaner connect() {
        Map<String, String> environment = System.getenv();
        String chosen = environment.getOrDefault("GLEANER_HOME", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
        Path directory = chosen.isEmpty() ? Path.of(home, ".gleaner") : Path.of(chosen);
        try {
            return connect(ServerFinder.find(directory.toAbsolutePath(), environment));
        } catch (ClientFailure | IOException unknown) {
            // Unchecked and of the API: the class that calls this also travels, and all types that it names with it.
            throw new GridException(
                    unknown.getMessage() + " Log in with gleaner login, or name address and token.", unknown);
        }
    }

    /** @param address as {@code gleaner login} takes it, with the pin if there is one */
    public static Gleaner connect(String address, String token) {
        return connect(Endpoint.of(address, token));
    }

    private static Gleaner connect(Endpoint endpoint) {
        UserCalls calls = new UserCalls(ServerConnection.patient(endpoint, CallTimeouts.DEFAULT));
        return new Gleaner(type -> ServerExecutors.of(calls, type));
    }

    /** No machine but this: calls run in threads here, with all that travelling to another machine does to them. */
    public static Gleaner local() {
        return new Gleaner(LocalExecutors::of);
    }

    /** @param type what the work is called; how long its calls take is learnt by this name */
    public synchronized GridExecutor executor(String type) {
        GridExecutor executor = maker.make(type);
        made.add(executor);
        return executor;
    }

    @Override
    public void close() {
        List<GridExecutor> all;
        synchronized (this) {
            all = new ArrayList<>(made);
            made.clear();
        }
        all.forEach(GridExecutor::shutdownNow);
    }
}
