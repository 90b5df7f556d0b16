package org.gleaner.agent.machine;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of programs that crashed, which the kernel writes to a file or hands to a program of the machine. That of a
 * task would be outside of its sandbox, on somebody's disk and beyond what it may use; that of the agent has its token.
 */
public final class CoreDumps {
    private static final Logger LOG = LoggerFactory.getLogger(CoreDumps.class);
    /** Not 0: with that the kernel still starts a program for it, with 1 byte it does neither. */
    private static final String NONE = "--core=1:1";

    private static final long LIMIT_SECONDS = 10;

    private CoreDumps() {}

    /** From now on there are none, of this process and of all that it starts. */
    public static void forbid() throws InterruptedException {
        String self = Long.toString(ProcessHandle.current().pid());
        try {
            Process process = new ProcessBuilder("/usr/bin/prlimit", "--pid", self, NONE)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            } else if (process.exitValue() == 0) {
                return;
            }
            LOG.info("the memory of tasks that crash is kept as this system does it: prlimit failed");
        } catch (IOException missing) {
            LOG.debug("the memory of tasks that crash is kept as this system does it: {}", missing.getMessage());
        }
    }
}
