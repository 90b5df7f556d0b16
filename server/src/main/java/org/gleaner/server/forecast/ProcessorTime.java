package org.gleaner.server.forecast;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** What this thread takes of a processor. Confined to one thread. */
public final class ProcessorTime {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long begun;

    public void begin() {
        begun = time();
    }

    public Duration used() {
        return Duration.ofNanos(Math.max(0, time() - begun));
    }

    /** Where the system does not tell, all the time that passes counts. */
    private long time() {
        return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads.getCurrentThreadCpuTime()
                : System.nanoTime();
    }
}
