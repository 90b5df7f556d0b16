package org.gleaner.cli.verb;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.access.Login;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Stores a server's address and a person's token, after the server has taken them. */
public final class LoginVerb implements CliVerb {
    private static final int LONGEST = 4096;

    @Override
    public Syntax syntax() {
        return Syntax.of("login", "remember a server and your token for all commands", Operands.of("URL", 1, 1))
                .example(
                        "gleaner login 'https://pool.example:8443#sha256=9f86…'",
                        "asks for the token; 'gleaner server' prints the address")
                .example("gleaner login URL --token-file ada.token", "reads the token from a file")
                .example("gleaner login URL < ada.token", "the same")
                .flags(Flag.one("token-file", "F", "file with your token"), Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String url = arguments.operand(0, "");
        endpoint(url, "none");
        Endpoint endpoint = endpoint(url, token(arguments, here));
        // Nothing is stored that would fail at the next command.
        tryOut(endpoint);
        new Login(endpoint.address(), endpoint.token()).store(here.home());
        if (arguments.json()) {
            Printer.json(here.out(), "url", endpoint.base().toString());
        } else {
            here.out()
                    .println("Logged in to " + endpoint + "; stored in "
                            + here.home().resolve("login") + ".");
        }
        return Exit.OK;
    }

    private static void tryOut(Endpoint endpoint) throws CliFailure, CallFailed {
        try {
            new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT))
                    .jobs("", 1)
                    .get();
        } catch (CallFailed failed) {
            Problem problem = failed.problem();
            if (problem != null && problem.is(ProblemKind.UNAUTHENTICATED)) {
                throw CliFailure.refused(
                        "The server did not accept this token.",
                        "It is misspelled, expired, revoked, or for another server.",
                        "Ask the pool's admin for another one: gleaner token create --user NAME");
            }
            if (problem != null && problem.is(ProblemKind.NOT_ALLOWED)) {
                throw CliFailure.refused(
                        "The server did not accept this token for a login.",
                        "This is a join token, for agents.",
                        "Log in with a user or admin token.");
            }
            throw failed;
        }
    }

    private static Endpoint endpoint(String url, String token) throws CliFailure {
        try {
            return Endpoint.of(url, token);
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage("Login failed.", Arguments.sentence(malformed), Arguments.seeHelp("login"));
        }
    }

    private static String token(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        String file = arguments.text("token-file");
        if (file != null) {
            Path path = here.file(file);
            if (!Files.exists(path)) {
                throw arguments.unusable("token-file", path + " does not exist.");
            }
            if (!Files.isReadable(path) || Files.size(path) > LONGEST) {
                throw arguments.unusable("token-file", path + " can't be read, or does not contain a token.");
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        }
        String typed = here.streams().inIsTerminal()
                ? asked()
                : new String(here.streams().in().readNBytes(LONGEST), StandardCharsets.UTF_8);
        if (typed.isBlank()) {
            throw CliFailure.usage(
                    "Login failed.",
                    "No token was given.",
                    here.streams().inIsTerminal()
                            ? "Ask the pool's admin for one: gleaner user add NAME"
                            : "Name a file that holds it: gleaner login URL --token-file FILE (the pool's admin gives"
                                    + " you a token with 'gleaner user add NAME').");
        }
        return typed;
    }

    @SuppressWarnings("SystemConsoleNull") // Asked only of a terminal; JDK 17 has none if the output goes elsewhere.
    private static String asked() {
        Console console = System.console();
        char[] secret = console == null ? null : console.readPassword("Token (not shown): ");
        return secret == null ? "" : new String(secret);
    }
}
