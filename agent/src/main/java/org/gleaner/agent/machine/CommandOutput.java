package org.gleaner.agent.machine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a small command of the system prints. */
@FunctionalInterface
public interface CommandOutput {
    int LONGEST = 1 << 16;
    Duration USUAL_LIMIT = Duration.ofSeconds(2);

    /** Its output; empty if there is no such command, or it fails, or takes too long. */
    String of(String... words);

    /** Runs them for real, found where this path says. */
    static CommandOutput real(Map<String, String> environment) {
        return real(environment, USUAL_LIMIT);
    }

    /** The same for some that take longer. */
    static CommandOutput real(Map<String, String> environment, Duration limit) {
        return words -> {
            Process process = null;
            try {
                Optional<Path> program = Executables.find(environment.getOrDefault("PATH", "/usr/bin:/bin"), words[0]);
                if (program.isEmpty()) {
                    return "";
                }
                List<String> command = new ArrayList<>(List.of(words));
                command.set(0, program.get().toString());
                ProcessBuilder builder = new ProcessBuilder(command)
                        .redirectInput(new File("/dev/null"))
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
                process = builder.start();
                // A few lines fit into the pipe, so waiting first can't block both sides.
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
                    return "";
                }
                try (InputStream in = process.getInputStream()) {
                    return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
                }
            } catch (IOException missing) {
                return "";
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return "";
            } finally {
                if (process != null) {
                    process.destroyForcibly();
                }
            }
        };
    }
}
