package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sandboxes of every agent on this machine, by the command lines of the programs that made them: those live as long
 * as any process of their task. A task can't hide its own, as it is outside. Thread-safe.
 */
public final class RunningSandboxes {
    /** What all versions of an agent have told bubblewrap. */
    private static final Pattern OURS = Pattern.compile(
            "\0--die-with-parent\0(.*\0)?--bind\0[^\0]+\0" + Pattern.quote(Bubblewrap.TASK.toString()) + "\0",
            Pattern.DOTALL);

    private static final Pattern USER = Pattern.compile("^Uid:\\s+([0-9]+)\\s", Pattern.MULTILINE);

    private final Path processes;

    public RunningSandboxes() {
        this(Path.of("/proc"));
    }

    RunningSandboxes(Path processes) {
        this.processes = processes;
    }

    /** Whether this user has a task here now; true also where the system does not show other users' processes. */
    public boolean mayBelongTo(long user) {
        if (!Files.isReadable(processes.resolve("1").resolve("cmdline"))) {
            return true;
        }
        String[] names = processes.toFile().list((directory, name) -> Character.isDigit(name.charAt(0)));
        if (names == null) {
            return true;
        }
        for (String name : names) {
            if (isSandboxOf(user, processes.resolve(name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSandboxOf(long user, Path process) {
        try {
            // The words may have any bytes, the names that we look for have none but these.
            if (!OURS.matcher(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1))
                    .find()) {
                return false;
            }
            Matcher of = USER.matcher(Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1));
            return of.find() && Long.parseLong(of.group(1)) == user;
        } catch (IOException gone) {
            return false;
        }
    }
}
