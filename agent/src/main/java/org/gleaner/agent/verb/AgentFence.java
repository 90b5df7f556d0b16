package org.gleaner.agent.verb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.SandboxMode;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** What the keeper of a machine wants tasks to be held to. */
final class AgentFence {
    private AgentFence() {}

    static Fence of(Arguments arguments, Surroundings here, @Nullable Path tokenFile) throws CliFailure {
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
