package org.gleaner.agent.install;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.agent.machine.QuietCommand;

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
                return QuietCommand.run(Duration.ofMinutes(1), command);
            }

            @Override
            public boolean hasSystemd() {
                return Files.isDirectory(Path.of("/run/systemd/system"));
            }
        };
    }
}
