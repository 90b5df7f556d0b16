package org.gleaner.agent.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers CPU and I/O priority. On Linux a priority belongs to a thread, and a process inherits that of the thread that
 * starts it. So one thread of the agent is lowered once and starts all tasks: a prefix command per task would cost more
 * than a short task itself, and an agent lowered as a whole would be taken for dead on a busy machine.
 */
public final class LowPriority {
    private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);
    private static final long COMMAND_LIMIT_SECONDS = 10;

    private LowPriority() {}

    /** Does what the system offers; a machine without these commands runs tasks at the agent's priority. */
    public static void lowerThisThread() {
        String thread;
        try {
            thread = String.valueOf(
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
        } catch (IOException noProc) {
            LOG.debug("threads can't be told apart here: {}", noProc.getMessage());
            return;
        }
        run("ionice", "-c", "3", "-p", thread);
        run("renice", "-n", "19", "-p", thread);
        run("chrt", "--idle", "--pid", "0", thread);
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

    private static void run(String... words) {
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
            LOG.debug("{} is not available: {}", words[0], missing.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
