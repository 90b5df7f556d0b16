package org.gleaner.agent.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gleaner.core.job.RuntimeVersion;

/** The Java that runs this program. It needs no process to tell its version, which takes long on a busy machine. */
final class OwnJava {
    private OwnJava() {}

    /** The version if the program that would be asked is the one that runs this: no other of the same name. */
    static Optional<String> version(Probe probe, Path program) {
        if (!probe.equals(Probe.JAVA) || !isThis(program)) {
            return Optional.empty();
        }
        return probe.read("version \"" + System.getProperty("java.version", "") + '"')
                .map(RuntimeVersion::version);
    }

    private static boolean isThis(Path program) {
        try {
            return Files.isSameFile(program, Path.of(System.getProperty("java.home", ""), "bin", "java"));
        } catch (IOException gone) {
            return false;
        }
    }
}
