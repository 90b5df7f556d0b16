package org.gleaner.agent.run;

import java.nio.file.Path;
import java.util.Map;
import org.gleaner.agent.machine.Cards;
import org.gleaner.agent.machine.Executables;
import org.jspecify.annotations.Nullable;

/**
 * What tasks get of the agent's own environment.
 *
 * @param path where commands are searched
 * @param marker carried by every process of this agent
 * @param setsid the command that gives a task a session of its own; null if the system has none
 * @param lowPriority whether tasks run behind everything else on the machine
 * @param cards of which each task gets as many as it uses
 */
public record TaskEnvironment(
        String path,
        String language,
        String marker,
        @Nullable Path setsid,
        boolean lowPriority,
        Cards cards) {
    private static final String PLAIN_PATH = "/usr/local/bin:/usr/bin:/bin";

    /** The variables that every process of this agent sees, whatever it is for. */
    public Map<String, String> shared() {
        return Map.of("PATH", path, "LANG", language, "GLEANER_AGENT", marker);
    }

    /** Takes what the agent itself was started with. */
    public static TaskEnvironment of(Map<String, String> environment, String marker, boolean lowPriority) {
        String path = environment.getOrDefault("PATH", PLAIN_PATH);
        String language = environment.getOrDefault("LANG", "C.UTF-8");
        Path setsid = Executables.find("/usr/bin:/bin", "setsid").orElse(null);
        return new TaskEnvironment(
                path.isBlank() ? PLAIN_PATH : path, language, marker, setsid, lowPriority, Cards.of(environment));
    }
}
