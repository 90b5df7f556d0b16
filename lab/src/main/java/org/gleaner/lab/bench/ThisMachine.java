package org.gleaner.lab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What the benchmarks ask of the machine and of the JVM they run in. */
final class ThisMachine {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private ThisMachine() {}

    /** A signal that ends the benchmark ends this process too. */
    static void endWithUs(Process child) {
        Runtime.getRuntime().addShutdownHook(new Thread(child::destroy));
    }

    static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    static double millis(Duration span) {
        return span.toNanos() / 1e6;
    }

    /** CPU time of this thread: what others do on the machine is not in it. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** CPU time of all threads of this process. */
    static long processNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("this system does not report the CPU time of processes"))
                .toNanos();
    }

    /** Live objects, after a full collection. */
    static double heapMegabytes() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed() / BYTES_PER_MEGABYTE;
    }

    /** How busy the machine is, for the reader who wonders about elapsed times. */
    static String load() {
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return String.format(Locale.ROOT, "%.1f", average);
    }

    static String description() {
        Runtime.Version version = Runtime.version();
        return String.format(
                Locale.ROOT,
                "%d x %s, %s %s, JDK %s",
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                version);
    }

    private static String processor() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            return "unknown processor";
        }
        return "unknown processor";
    }
}
