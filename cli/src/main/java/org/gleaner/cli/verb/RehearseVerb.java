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
import java.util.List;
import java.util.Map;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/**
 * Runs common commands against an invented server while the launcher records which classes they need. It is not listed
 * among the verbs: only the launcher calls it.
 */
public final class RehearseVerb implements CliVerb {
    private static final String JOBS = "{\"version\":1,\"jobs\":[{\"id\":1,\"name\":\"a\",\"type\":\"a\","
            + "\"owner\":\"a\",\"state\":\"done\",\"submitted\":\"2026-01-31T12:00:00.250Z\",\"tasks\":{"
            + "\"waiting\":0,\"ready\":0,\"running\":0,\"done\":9,\"paused\":0,\"blocked\":0,\"cancelled\":0}}],"
            + "\"more\":false}";
    private static final String SUBMITTED = "{\"version\":1,\"job\":1,\"tasks\":9}";
    private static final List<List<String>> COMMANDS = List.of(
            List.of("submit", "--array", "1-9", "echo", "{}"),
            List.of("status", "--json"),
            List.of("status"),
            List.of("status", "1"),
            List.of("wait", "1"));

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
        return Syntax.of("rehearse", "prepare for a faster start", Operands.NONE);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> serve(socket), "rehearsal");
            server.setDaemon(true);
            server.start();
            Map<String, String> environment =
                    Map.of("GLEANER_URL", "http://127.0.0.1:" + socket.getLocalPort(), "GLEANER_TOKEN", "rehearsal");
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Surroundings stage = new Surroundings(
                    here.home(),
                    here.directory(),
                    environment,
                    new Surroundings.Streams(here.streams().in(), nowhere, nowhere, false, false),
                    here.launcher());
            int worst = Exit.OK;
            for (List<String> words : COMMANDS) {
                worst = Math.max(worst, runner.run(words, stage));
            }
            return worst;
        }
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
                String body = submit ? SUBMITTED : JOBS;
                String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body;
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException ended) {
                // The rehearsal is over, or one of its commands hung up: neither matters here.
            }
        }
    }
}
