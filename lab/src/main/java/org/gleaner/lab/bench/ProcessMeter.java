package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What {@code /proc} tells of one process, our own child. */
final class ProcessMeter {
    private static final double BYTES_PER_KILOBYTE = 1024;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final long pid;
    private final Path files;

    ProcessMeter(long pid) {
        this(pid, Path.of("/proc"));
    }

    ProcessMeter(long pid, Path proc) {
        this.pid = pid;
        this.files = proc.resolve(Long.toString(pid));
    }

    /** CPU time of all its threads, also of those that have ended, to a hundredth of a second. */
    Duration cpu() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("this system does not report the CPU time of processes"));
    }

    /** Memory that is its own or shared with others and lies in RAM now. */
    double residentMegabytes() throws IOException {
        return megabytes("VmRSS");
    }

    /** The most of it at any moment. */
    double peakMegabytes() throws IOException {
        return megabytes("VmHWM");
    }

    private double megabytes(String key) throws IOException {
        return value(files.resolve("status"), key) * BYTES_PER_KILOBYTE / BYTES_PER_MEGABYTE;
    }

    long threads() throws IOException {
        return value(files.resolve("status"), "Threads");
    }

    /** How often threads that live now have begun to wait for something. */
    long waits() throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(files.resolve("task"))) {
            for (Path thread : threads) {
                sum += value(thread.resolve("status"), "voluntary_ctxt_switches");
            }
        }
        return sum;
    }

    /** A process of one thread: how long it ran, and how long it could have. */
    Schedstat schedstat() throws IOException {
        return Schedstat.parse(Files.readString(files.resolve("schedstat")));
    }

    private static long value(Path status, String key) throws IOException {
        List<String> lines = Files.readAllLines(status);
        for (String line : lines) {
            if (line.startsWith(key + ":")) {
                return Long.parseLong(
                        line.substring(key.length() + 1).replace("kB", "").strip());
            }
        }
        throw new IOException("there is no " + key + " in " + status);
    }
}
