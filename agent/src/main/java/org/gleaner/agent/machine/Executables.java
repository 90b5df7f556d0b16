package org.gleaner.agent.machine;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the commands of a search path are. */
public final class Executables {
    private Executables() {}

    public static Optional<Path> find(String searchPath, String program) {
        for (String place : searchPath.split(":", -1)) {
            try {
                Path file = Path.of(place, program);
                if (file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            } catch (InvalidPathException unusable) {
                // A place that can't be named holds nothing that could be started.
            }
        }
        return Optional.empty();
    }
}
