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
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.SandboxMode;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.node.Abilities;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** What the keeper of a machine says of it: tags, types, runtimes beyond the usual ones, what tasks are held to. */
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
        return new Declared(name(arguments), arguments.all("tag"), types, provides(arguments), probes);
    }

    private static Amounts provides(Arguments arguments) throws CliFailure {
        try {
            return Amounts.parse(arguments.all("provides"));
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("provides", Arguments.sentence(malformed));
        }
    }

    /** One that jobs can ask for as they ask for a tag. */
    private static @Nullable String name(Arguments arguments) throws CliFailure {
        String name = arguments.text("name");
        if (name != null) {
            checked(arguments, "name", List.of(name), List.of());
            if (NodeId.isWritten(name)) {
                throw arguments.unusable("name", "'" + name + "' reads like the id of a node; choose another.");
            }
        }
        return name;
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

    /** What tasks are held to. */
    static Fence fence(Arguments arguments, Surroundings here, @Nullable Path tokenFile) throws CliFailure {
        SandboxMode mode;
        try {
            mode = SandboxMode.parse(arguments.text("sandbox", SandboxMode.AUTO.word()));
        } catch (IllegalArgumentException unknown) {
            throw arguments.unusable("sandbox", Arguments.sentence(unknown));
        }
        return new Fence(
                mode, directories(arguments, here, "show"), tokenFile == null ? List.of() : List.of(tokenFile));
    }

    private static List<Path> directories(Arguments arguments, Surroundings here, String flag) throws CliFailure {
        List<Path> directories = new ArrayList<>();
        for (String name : arguments.all(flag)) {
            Path directory = here.file(name);
            if (!Files.isDirectory(directory)) {
                throw arguments.unusable(flag, directory + " is not a directory.");
            }
            directories.add(directory);
        }
        return directories;
    }
}
