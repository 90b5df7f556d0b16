package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.gleaner.agent.machine.LowPriority;

/** Starts all processes in one thread, from which they inherit their low priority. Thread-safe. */
public final class Launcher implements Closeable {
    private final ExecutorService thread;

    public Launcher(boolean lowPriority, ThreadFactory daemons) {
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
            return thread.submit(builder::start).get();
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
