package org.gleaner.agent.verb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.AgentOptions.Declared;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.runtime.Probe;
import org.gleaner.core.node.Abilities;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;

/** What the keeper of a machine says of it: tags, types, and runtimes beyond those that every agent looks for. */
final class AgentWords {
    private static final long MOST_BYTES = 1 << 16;

    private AgentWords() {}

    static Declared declared(Arguments arguments, Path dir) throws CliFailure, IOException {
        List<Probe> probes = new ArrayList<>();
        for (String text : arguments.all("runtime")) {
            probes.add(probe(arguments, text));
        }
        for (String text : lines(AgentDirectory.siteRuntimes(dir))) {
            probes.add(probe(arguments, text));
        }
        probes.addAll(Probe.USUAL);
        List<String> types = new ArrayList<>();
        for (String text : arguments.all("types")) {
            types.addAll(List.of(text.split(",", -1)));
        }
        types.replaceAll(String::strip);
        checked(arguments, "tag", arguments.all("tag"), List.of());
        checked(arguments, "types", List.of(), types);
        return new Declared(arguments.all("tag"), types, probes);
    }

    private static void checked(Arguments arguments, String flag, List<String> tags, List<String> types)
            throws CliFailure {
        try {
            new Abilities(List.of(), tags, types, List.of());
        } catch (IllegalArgumentException refused) {
            throw arguments.unusable(flag, Arguments.sentence(refused));
        }
    }

    private static Probe probe(Arguments arguments, String text) throws CliFailure {
        try {
            return Probe.named(text);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("runtime", Arguments.sentence(malformed));
        }
    }

    /** One NAME=COMMAND a line, as the flag is written; lines that begin with # are remarks. */
    private static List<String> lines(Path file) throws CliFailure {
        try {
            if (!Files.exists(file)) {
                return List.of();
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("it has more than " + MOST_BYTES + " bytes");
            }
            return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw CliFailure.usage(
                    "The agent can't read its list of runtimes.",
                    file + ": " + unreadable.getMessage() + ".",
                    "Write one NAME=COMMAND per line, or delete it.");
        }
    }
}
