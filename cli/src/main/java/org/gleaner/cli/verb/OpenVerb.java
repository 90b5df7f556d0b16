package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.PageLink;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Opens the page in the browser, logged in as whoever types this. */
public final class OpenVerb implements CliVerb {
    /** A program that can't open anything says so at once; one that can may stay. */
    private static final int SECONDS_TO_FAIL = 3;

    @Override
    public Syntax syntax() {
        return Syntax.of("open", "open the page in your browser, logged in", Operands.NONE)
                .example("gleaner open", "the link works once, within a minute; you stay logged in for 12 hours")
                .example("gleaner open --print", "prints the link, for a browser on another machine")
                .example("ssh pool gleaner open --print", "the same from elsewhere")
                .flags(Flag.on("print", "print the link instead of opening it"), Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        Endpoint server = Access.endpoint(here);
        PageLink link = new UserCalls(ServerConnection.patient(server, CallTimeouts.DEFAULT))
                .link()
                .get();
        String url = server.base().resolve("/#/link/" + link.word()).toString();
        if (arguments.json()) {
            Printer.json(here.out(), "url", url);
        } else if (arguments.has("print")) {
            here.out().println(url);
        } else if (show(url, here.environment())) {
            here.out().println("The page opens in your browser.");
        } else {
            here.out().println("Found no browser here. Open this link within a minute; it works once:");
            here.out().println(url);
        }
        return Exit.OK;
    }

    private static boolean show(String url, Map<String, String> environment) throws InterruptedException {
        List<String> line = new ArrayList<>(opener(System.getProperty("os.name", ""), environment));
        if (line.isEmpty()) {
            return false;
        }
        line.add(url);
        try {
            Process program = new ProcessBuilder(line)
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return !program.waitFor(SECONDS_TO_FAIL, TimeUnit.SECONDS) || program.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** What opens an address on this system; nothing where there is no screen to show it on. */
    static List<String> opener(String system, Map<String, String> environment) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler");
        }
        if (name.startsWith("mac")) {
            return List.of("open");
        }
        boolean screen = environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        return screen ? List.of("xdg-open") : List.of();
    }
}
