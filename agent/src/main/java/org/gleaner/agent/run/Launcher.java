package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.gleaner.agent.machine.LowPriority;

/**
 * Starts all processes in one thread, from which they inherit their low priority; where that is not so, each is lowered
 * when it has started. Thread-safe.
 */
public final class Launcher implements Closeable {
    private final ExecutorService thread;
    private final boolean lowersEach;
    private final ThreadFactory daemons;

    public Launcher(boolean lowPriority, ThreadFactory daemons) {
        this.daemons = daemons;
        lowersEach = lowPriority && !LowPriority.isInherited();
        thread = Executors.newSingleThreadExecutor(lowPriority ? lowered(daemons) : daemons);
    }

    /** Lowered as its first deed, so that one which takes the place of another is low as well. */
    private static ThreadFactory lowered(ThreadFactory daemons) {
        return task -> daemons.newThread(() -> {
            LowPriority.lowerThisThread();
            task.run();
        });
    }

    public Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        try {
            Process process = thread.submit(builder::start).get();
            if (lowersEach) {
                // Beside it, as asking the system may take as long as a short task.
                daemons.newThread(() -> LowPriority.lower(process.pid())).start();
            }
            return process;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException refused) {
                throw refused;
            }
            throw new IOException(String.valueOf(failed.getCause()), failed);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
