package org.gleaner.client.access;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.LocalServer;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server and the right to speak to it: what the environment names, else what {@link Login} stored, or else
 * the server on this machine.
 */
public final class ServerFinder {
    private static final int LARGEST = 4096;
    private static final String URL = "GLEANER_URL";

    private ServerFinder() {}

    /** @param home where settings and the data of a server of one's own are */
    public static Endpoint find(Path home, Map<String, String> environment) throws ClientFailure, IOException {
        Path data = home.resolve("server");
        String url = variable(environment, URL);
        String token = variable(environment, "GLEANER_TOKEN");
        Login login = Login.stored(home);
        if (login != null && (url == null || login.isAt(url))) {
            String origin = url == null ? "the login in " + Login.file(home) : URL;
            return endpoint(login.address(), token == null ? login.token() : token)
                    .from(origin);
        }
        String local = content(data.resolve(LocalServer.ADDRESS));
        String address = url == null ? local : url;
        if (address == null) {
            throw new ClientFailure(
                    Kind.NO_SERVER,
                    data.toString(),
                    "No server is configured.",
                    "You are not logged in, GLEANER_URL is not set, and no server on this machine uses " + data + ".",
                    "");
        }
        if (token == null && address.equals(local)) {
            token = content(data.resolve(LocalServer.ADMIN));
        }
        if (token == null) {
            // What is no address needs no token, but another address.
            endpoint(address, "none");
            throw new ClientFailure(
                    Kind.NO_TOKEN,
                    address,
                    "No token for " + address + ".",
                    "GLEANER_TOKEN is not set, and this is not your own server on this machine.",
                    "");
        }
        return endpoint(address, token)
                .from(url == null ? data.resolve(LocalServer.ADDRESS).toString() : URL);
    }

    private static Endpoint endpoint(String address, String token) throws ClientFailure {
        try {
            return Endpoint.of(address, token);
        } catch (IllegalArgumentException malformed) {
            throw new ClientFailure(
                    Kind.ADDRESS, address, "Invalid server address or token.", SystemWords.sentence(malformed), "");
        }
    }

    /** One that is empty counts as not set. */
    private static @Nullable String variable(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Through a plain stream: a channel would load a dozen classes more. */
    static @Nullable String content(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8).strip();
        } catch (FileNotFoundException none) {
            return null;
        }
    }
}
