package org.gleaner.agent.verb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gleaner.agent.AgentFailed;
import org.gleaner.agent.AgentOptions;
import org.gleaner.agent.AgentProgram;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.install.ProgramDirectory;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.LocalServer;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.VersionVerb;
import org.jspecify.annotations.Nullable;

/** Lets this machine work for a server, in the foreground. */
public final class AgentVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "agent",
                        "let this machine work for a server",
                        Operands.of("[URL] | install URL | uninstall | pause [SPAN] | resume | status", 0, 2))
                .example(
                        "gleaner agent http://127.0.0.1:8080 --token-file join.token --slots 2",
                        "for the server at that address, with two cores")
                .example("gleaner agent --when-idle 10m --hours 19-7,sat,sun", "only when nobody needs this machine")
                .example("gleaner agent pause 2h", "no work for two hours; 'agent resume' ends it")
                .flags(flags());
    }

    private static List<Flag> flags() {
        List<Flag> flags = new ArrayList<>(List.of(
                Flag.one("token-file", "F", "file with the server's join token"),
                Flag.one("token", "T", "the join token itself; others on this machine can see it"),
                Flag.one("dir", "DIR", "where it works (GLEANER_HOME/agent)"),
                Flag.one("name", "N", "what to call this machine in the pool (its host name)"),
                Flag.one("slots", "N", "cores for tasks (all of the machine's; half of a desktop's)"),
                Flag.one("memory", "SIZE", "memory for tasks (what other programs leave)"),
                Flag.many("tag", "TAG", "a tag that jobs can ask for, such as lab=3"),
                Flag.many("provides", "NAME=N", "what jobs can use by number, such as gpu=2 (cards are found)"),
                Flag.one("types", "T,T…", "take only jobs of these types"),
                Flag.many("runtime", "NAME=CMD", "a runtime that jobs can ask for; CMD prints its version"),
                Flag.one("disk", "SIZE", "disk for tasks that declare it (what is free, minus a reserve)"),
                Flag.one("cache", "SIZE", "size of the cache for inputs and set-ups (10G)"),
                Flag.one("sandbox", "MODE", "off, auto (if this machine can) or require (auto)"),
                Flag.many("show", "DIR", "let tasks in a sandbox read DIR too"),
                Flag.JSON));
        flags.addAll(AgentRules.FLAGS);
        return flags;
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        if (AgentService.WORDS.contains(arguments.operand(0, ""))) {
            return AgentService.run(arguments, here);
        }
        Path dir = AgentService.place(arguments, here, here.home().resolve("agent"));
        if (AgentHouse.WORDS.contains(arguments.operand(0, ""))) {
            return AgentHouse.run(arguments, here, dir);
        }
        Path local = here.home().resolve("server");
        String url = arguments.operand(0, "");
        if (url.equals("stop")) {
            throw CliFailure.usage(
                    "There is no 'agent stop'.",
                    "An agent runs until its process is ended; its tasks then run elsewhere.",
                    "Press Ctrl-C where it runs, or 'systemctl stop gleaner-agent' if it is installed;"
                            + " 'gleaner agent pause' only pauses it.");
        }
        if (arguments.operands().size() > 1) {
            throw CliFailure.usage(
                    "The agent can't start.",
                    "'" + arguments.operand(1, "") + "' is one argument too many.",
                    Arguments.seeHelp("agent"));
        }
        refuseSlip(url);
        AgentService.requireFree(dir, null, "The agent can't start.");
        Path tokenFile = isInstalled(arguments, url, dir)
                ? AgentDirectory.joinToken(dir)
                : tokenFile(arguments, here, url.isEmpty() ? local : null);
        if (url.isEmpty()) {
            url = localAddress(local);
        }
        URI server;
        try {
            server = URI.create(Endpoint.of(url, "none").address());
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage("The agent can't start.", Arguments.sentence(malformed), Arguments.seeHelp("agent"));
        }
        AgentOptions options = AgentOptions.of(
                server,
                token(arguments, here, tokenFile),
                dir,
                VersionVerb.version(),
                conditions(arguments, here, dir, tokenFile));
        try {
            AgentProgram program = new AgentProgram(options, programs());
            program.run();
            return program.exitCode();
        } catch (AgentFailed failed) {
            throw new CliFailure(
                    AgentFailed.EXIT_CODE,
                    failed.trouble().what(),
                    failed.trouble().why(),
                    failed.trouble().remedy());
        }
    }

    /** No server has the name of one of our words, or nearly: that would be written with its scheme or a port. */
    private static void refuseSlip(String word) throws CliFailure {
        List<String> words = Stream.concat(AgentHouse.WORDS.stream(), AgentService.WORDS.stream())
                .toList();
        String near = word.matches("[a-z]+") ? Nearest.to(word, words) : null;
        if (near != null) {
            throw CliFailure.usage(
                    "There is no 'agent " + word + "'.",
                    "'" + word + "' is not a server address either.",
                    "Did you mean 'gleaner agent " + near + "'?");
        }
    }

    private static AgentOptions.Conditions conditions(
            Arguments arguments, Surroundings here, Path dir, @Nullable Path tokenFile) throws CliFailure, IOException {
        AgentOptions.Share share = AgentOptions.Share.of(
                arguments.count("slots", 1, 0),
                arguments.size("memory"),
                arguments.size("disk"),
                arguments.size("cache"));
        return new AgentOptions.Conditions(
                share,
                AgentWords.fence(arguments, here, tokenFile),
                AgentWords.declared(arguments, dir),
                AgentRules.of(arguments));
    }

    private static @Nullable ProgramDirectory programs() {
        String place = System.getProperty(ProgramDirectory.PROPERTY, "");
        return place.isEmpty() ? null : new ProgramDirectory(Path.of(place));
    }

    /** An installed agent has joined, or finds its join token in its own directory. */
    private static boolean isInstalled(Arguments arguments, String url, Path dir) {
        return !url.isEmpty()
                && !arguments.has("token")
                && !arguments.has("token-file")
                && (Files.exists(AgentDirectory.joinToken(dir)) || AgentDirectory.hasIdentity(dir));
    }

    private static @Nullable Path tokenFile(Arguments arguments, Surroundings here, @Nullable Path local)
            throws CliFailure {
        String file = arguments.text("token-file");
        if (file != null && arguments.has("token")) {
            throw CliFailure.usage(
                    "The agent has two tokens.", "--token and --token-file were both given.", "Leave out --token.");
        }
        if (file == null && !arguments.has("token") && local == null) {
            throw CliFailure.usage(
                    "The agent has no token.",
                    "A machine can join only with the server's join token.",
                    "Give --token-file; the server keeps it as join.token in its data directory (~/.gleaner/server).");
        }
        Path named = file == null ? null : here.file(file);
        Path found = named != null || local == null ? named : local.resolve(LocalServer.JOIN);
        if (found != null && !Files.isReadable(found) && !arguments.has("token")) {
            throw CliFailure.usage(
                    "The agent has no token.",
                    "The file " + found + " can't be read.",
                    "Start 'gleaner server' first, or name the file with --token-file.");
        }
        return found;
    }

    private static String localAddress(Path local) throws CliFailure, IOException {
        Path address = local.resolve(LocalServer.ADDRESS);
        if (!Files.isReadable(address)) {
            throw CliFailure.usage(
                    "The agent has no server address.",
                    "No address was given, and no server on this machine uses " + local + ".",
                    "Write the address: gleaner agent http://HOST:8080 --token-file F");
        }
        return Files.readString(address, StandardCharsets.UTF_8).strip();
    }

    private static Supplier<String> token(Arguments arguments, Surroundings here, @Nullable Path file) {
        String given = arguments.text("token");
        if (given != null || file == null) {
            here.err()
                    .println("gleaner: others on this machine can see the token in the list of processes;"
                            + " use --token-file instead.");
            return () -> given == null ? "" : given;
        }
        return () -> {
            try {
                return Files.readString(file, StandardCharsets.UTF_8).strip();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        };
    }
}
