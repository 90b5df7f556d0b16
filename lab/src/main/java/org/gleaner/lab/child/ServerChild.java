package org.gleaner.lab.child;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.server.token.TokenFiles;

/**
 * A real server in a process of its own, on the same port each time it is started. What it says is in a file beside its
 * data. Thread-safe.
 */
public final class ServerChild implements Closeable {
    private static final Pattern LISTENING = Pattern.compile("listening on (\\S+)\\s");
    /** Only catches a hang. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);

    private final Child child;
    private final Path data;
    private volatile String address = "";

    /** On some port of this machine alone. */
    public ServerChild(Launch launch, Path data, String... flags) throws IOException {
        this(launch, data, FreePort.on(InetAddress.getLoopbackAddress()), List.of(flags));
    }

    /** @param data below the directory of the launch, if it is relative */
    public ServerChild(Launch launch, Path data, int port, List<String> flags) {
        this(launch, data, words(data, port, flags));
    }

    /** @param words what follows those of the launch, all of them */
    public ServerChild(Launch launch, Path data, List<String> words) {
        this.data = launch.directory().resolve(data);
        this.child = Child.beside(this.data, launch, words);
    }

    private static List<String> words(Path data, int port, List<String> flags) {
        List<String> words = new ArrayList<>(List.of("server", "--data", data.toString()));
        words.addAll(List.of("--port", Integer.toString(port)));
        words.addAll(flags);
        return words;
    }

    /** Returns when it listens. */
    public ServerChild start() throws IOException, InterruptedException {
        child.start();
        boolean ready = false;
        try {
            ready = child.await(START_PATIENCE, this::listens);
        } finally {
            if (!ready) {
                child.kill();
            }
        }
        if (!ready) {
            throw new Unstarted("The server did not start: " + child.lastWords());
        }
        return this;
    }

    private boolean listens() throws IOException {
        Matcher line = LISTENING.matcher(child.said());
        boolean found = line.find();
        if (found) {
            address = line.group(1);
        }
        return found;
    }

    /** Where it listens; empty as long as it never did. */
    public String address() {
        return address;
    }

    /** A file among its data. */
    public Path file(String name) {
        return data.resolve(name);
    }

    /** @param token the name of the file that the server keeps the token in */
    public Endpoint endpoint(String token) throws IOException {
        return Endpoint.of(address, Files.readString(file(token), StandardCharsets.UTF_8));
    }

    /** Calls as the administrator. */
    public UserCalls calls() throws IOException {
        return new UserCalls(new ServerConnection(endpoint(TokenFiles.ADMIN), CallTimeouts.DEFAULT));
    }

    public Child child() {
        return child;
    }

    public long pid() {
        return child.pid();
    }

    @Override
    public void close() {
        child.finish();
    }
}
