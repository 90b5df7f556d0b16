package org.gleaner.agent.machine;

import java.time.Duration;
import java.util.List;
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

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private CoreDumps() {}

    /** From now on there are none, of this process and of all that it starts. */
    public static void forbid() throws InterruptedException {
        String self = Long.toString(ProcessHandle.current().pid());
        int exit = QuietCommand.run(LIMIT, List.of("/usr/bin/prlimit", "--pid", self, NONE));
        if (exit != 0 && exit != QuietCommand.MISSING) {
            LOG.info("core dumps of tasks stay enabled: prlimit failed with exit code {}", exit);
        }
    }
}
