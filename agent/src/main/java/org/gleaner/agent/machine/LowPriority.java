package org.gleaner.agent.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers the agent's own CPU and I/O priority once, so that every task inherits it: a prefix command per task would
 * cost more than a short task itself. On Linux a priority belongs to a thread, and a child inherits that of the thread
 * that forks it; so all threads are lowered, and threads made later inherit in turn.
 */
public final class LowPriority {
    private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);
    private static final long COMMAND_LIMIT_SECONDS = 5;

    private LowPriority() {}

    /** Does what the system offers; a machine without these commands runs tasks at the agent's priority. */
    public static void apply() {
        List<String> threads = threads();
        run(List.of("renice", "-n", "19", "-p"), threads);
        run(List.of("ionice", "-c", "3", "-p"), threads);
        run(List.of("chrt", "--all-tasks", "--idle", "--pid", "0"), List.of(pid()));
    }

    /**
     * On desktops every session is scheduled as a group of its own and the nice value counts only inside it, so a new
     * session must be lowered as a whole. The kernel allows this only now and then: call it again until it is done.
     */
    public static boolean lowerSession(long leader) {
        try {
            Files.writeString(Path.of("/proc/" + leader + "/autogroup"), "19");
            return true;
        } catch (IOException notNow) {
            return false;
        }
    }

    private static List<String> threads() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.map(task -> String.valueOf(task.getFileName())).toList();
        } catch (IOException noProc) {
            return List.of(pid());
        }
    }

    private static String pid() {
        return Long.toString(ProcessHandle.current().pid());
    }

    private static void run(List<String> command, List<String> targets) {
        List<String> words = new ArrayList<>(command);
        words.addAll(targets);
        try {
            Process process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(COMMAND_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException missing) {
            LOG.debug("{} is not available: {}", command.get(0), missing.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
