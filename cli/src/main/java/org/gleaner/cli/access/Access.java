package org.gleaner.cli.access;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.LocalServer;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server and the right to speak to it: what the environment names, else what {@code login} stored, else the
 * server of this machine.
 */
public final class Access {
    private static final int LARGEST = 4096;

    private Access() {}

    public static UserCalls calls(Surroundings here) throws CliFailure, IOException {
        return new UserCalls(ServerConnection.patient(endpoint(here), CallTimeouts.DEFAULT));
    }

    public static Endpoint endpoint(Surroundings here) throws CliFailure, IOException {
        Path data = here.home().resolve("server");
        String url = here.variable("GLEANER_URL");
        Login login = Login.stored(here.home());
        if (login != null && (url == null || login.isAt(url))) {
            String token = here.variable("GLEANER_TOKEN");
            return endpoint(login.address(), token == null ? login.token() : token);
        }
        String local = content(data.resolve(LocalServer.ADDRESS));
        String address = url == null ? local : url;
        if (address == null) {
            throw CliFailure.unreachable(
                    "No server is known.",
                    "You have not logged in, GLEANER_URL is not set, and no server on this machine uses " + data + ".",
                    "Log in with 'gleaner login URL', or start a server with 'gleaner server'.");
        }
        String token = here.variable("GLEANER_TOKEN");
        if (token == null && address.equals(local)) {
            token = content(data.resolve(LocalServer.ADMIN));
        }
        if (token == null) {
            throw CliFailure.refused(
                    "There is no token for " + address + ".",
                    "GLEANER_TOKEN is not set, and it is not your own server on this machine.",
                    "Log in with 'gleaner login " + address + "'; ask the pool's admin for a token.");
        }
        return endpoint(address, token);
    }

    private static Endpoint endpoint(String address, String token) throws CliFailure {
        try {
            return Endpoint.of(address, token);
        } catch (IllegalArgumentException malformed) {
            String why = String.valueOf(malformed.getMessage());
            throw CliFailure.usage(
                    "The server's address or token can't be used.",
                    why + ".",
                    "Correct GLEANER_URL or GLEANER_TOKEN, or log in again with 'gleaner login URL'.");
        }
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
