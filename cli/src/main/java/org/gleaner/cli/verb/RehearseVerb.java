package org.gleaner.cli.verb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.http.LocalServer;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/**
 * Runs common commands against an invented server, or a real server of no use, while the launcher records which classes
 * they need. It is not listed among the verbs: only the launcher calls it.
 */
public final class RehearseVerb implements CliVerb {
    private static final String SUMMARY = "\"id\":1,\"name\":\"a\",\"type\":\"a\","
            + "\"owner\":\"a\",\"state\":\"done\",\"submitted\":\"2026-01-31T12:00:00.250Z\",\"tasks\":{"
            + "\"waiting\":0,\"ready\":0,\"running\":0,\"done\":9,\"paused\":0,\"blocked\":0,\"cancelled\":0}";
    private static final String JOBS = "{\"version\":1,\"jobs\":[{" + SUMMARY + "}],\"more\":false}";
    private static final String HEALTH = "{\"status\":\"ok\",\"version\":\"0\",\"time\":\"2026-01-31T12:00:00Z\","
            + "\"warnings\":[{\"code\":\"a\",\"what\":\"a\",\"remedy\":\"a\"}]}";
    private static final String JOB = "{\"version\":1," + SUMMARY
            + ",\"spec\":{\"name\":\"a\",\"type\":\"a\",\"command\":[\"true\"],\"needs\":{\"cores\":1},\"limits\":{}}}";
    private static final String SUBMITTED = "{\"version\":1,\"job\":1,\"tasks\":9}";
    private static final List<List<String>> COMMANDS = List.of(
            List.of("submit", "--array", "1-9", "echo", "{}"),
            List.of("status", "--json"),
            List.of("status"),
            List.of("status", "1"),
            List.of("wait", "1"));

    private static final List<List<String>> TOLD_TO_A_SERVER = List.of(List.of("submit", "true"), List.of("status"));

    private static final int LOOK_MILLIS = 50;
    private static final int MOST_LOOKS = 1_200;

    private final Runner runner;

    /** Runs one command. */
    @FunctionalInterface
    public interface Runner {
        int run(List<String> words, Surroundings here);
    }

    public RehearseVerb(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("rehearse", "prepare for a faster start", Operands.of("DIR", 0, 1));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws IOException, InterruptedException {
        String data = arguments.operand(0, "");
        return data.isEmpty() ? commands(here) : server(here.directory().resolve(data), here);
    }

    /** The server stops with the process. */
    private int server(Path data, Surroundings here) throws IOException, InterruptedException {
        List<String> words = List.of("server", "--data", data.toString(), "--port", "0");
        Thread server = new Thread(() -> runner.run(words, stage(here, Map.of())), "rehearsal");
        server.setDaemon(true);
        server.start();
        Path address = data.resolve(LocalServer.ADDRESS);
        for (int i = 0; i < MOST_LOOKS && server.isAlive(); i++) {
            if (Files.exists(address)) {
                return all(TOLD_TO_A_SERVER, here, Files.readString(address).strip(), token(data));
            }
            server.join(LOOK_MILLIS);
        }
        return Exit.FAILED;
    }

    private static String token(Path data) throws IOException {
        return Files.readString(data.resolve(LocalServer.ADMIN)).strip();
    }

    private int commands(Surroundings here) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> serve(socket), "rehearsal");
            server.setDaemon(true);
            server.start();
            return all(COMMANDS, here, "http://127.0.0.1:" + socket.getLocalPort(), "rehearsal");
        }
    }

    private int all(List<List<String>> commands, Surroundings here, String address, String token) {
        Surroundings stage = stage(here, Map.of("GLEANER_URL", address, "GLEANER_TOKEN", token));
        int worst = Exit.OK;
        for (List<String> words : commands) {
            worst = Math.max(worst, runner.run(words, stage));
        }
        return worst;
    }

    private static Surroundings stage(Surroundings here, Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Surroundings(
                here.home(),
                here.directory(),
                environment,
                new Surroundings.Streams(here.streams().in(), nowhere, nowhere, false, false),
                here.launcher());
    }

    /** One request per connection, which is all that the commands above need. */
    private static void serve(ServerSocket socket) {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
                String request = String.valueOf(in.readLine());
                boolean submit = request.startsWith("POST");
                for (String line = in.readLine(); line != null && !line.equals(submit ? "0" : ""); ) {
                    line = in.readLine();
                }
                String body = submit ? SUBMITTED : shown(request);
                String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body;
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException ended) {
                // The rehearsal is over, or one of its commands hung up: neither matters here.
            }
        }
    }

    private static String shown(String request) {
        if (request.startsWith("GET /health ")) {
            return HEALTH;
        }
        return request.startsWith("GET /api/v1/jobs/1 ") ? JOB : JOBS;
    }
}
