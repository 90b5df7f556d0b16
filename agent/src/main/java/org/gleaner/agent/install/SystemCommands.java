package org.gleaner.agent.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the system that an installation needs. */
public interface SystemCommands {
    /** Runs it and returns its exit code; one that is not there counts as failed. */
    int run(List<String> command) throws InterruptedException;

    /** Whether systemd is what started this machine. */
    boolean hasSystemd();

    /** Those of this machine. Each is given a minute. */
    static SystemCommands real() {
        return new SystemCommands() {
            @Override
            public int run(List<String> command) throws InterruptedException {
                try {
                    Process process = new ProcessBuilder(command)
                            .redirectInput(ProcessBuilder.Redirect.from(
                                    Path.of("/dev/null").toFile()))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    if (process.waitFor(1, TimeUnit.MINUTES)) {
                        return process.exitValue();
                    }
                    process.destroyForcibly();
                    return 124;
                } catch (IOException missing) {
                    return 127;
                }
            }

            @Override
            public boolean hasSystemd() {
                return Files.isDirectory(Path.of("/run/systemd/system"));
            }
        };
    }
}
