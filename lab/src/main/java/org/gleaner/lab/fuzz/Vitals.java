package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.gleaner.lab.child.LiveHeap;
import org.gleaner.terminal.console.Table;

/**
 * How much of the machine a JVM holds.
 *
 * @param heapBytes of live objects, after a collection; -1 where the JDK's {@code jcmd} is not at hand
 * @param threads of the process; -1 where there is no {@code /proc}
 * @param descriptors that it has open; the same
 */
record Vitals(long heapBytes, int threads, int descriptors) {
    /** What a warm server may differ by: caches that fill, code that is compiled, pools that breathe. */
    private static final long HEAP_SLACK = 24L << 20;

    private static final int THREAD_SLACK = 40;
    private static final int DESCRIPTOR_SLACK = 16;

    static Vitals of(long pid) throws IOException, InterruptedException {
        return new Vitals(LiveHeap.bytes(pid), threads(pid), descriptors(pid));
    }

    boolean grewTo(Vitals after) {
        return after.heapBytes - heapBytes > HEAP_SLACK
                || after.threads - threads > THREAD_SLACK
                || after.descriptors - descriptors > DESCRIPTOR_SLACK;
    }

    /** @param first which moment the first figures are of */
    static void print(Vitals before, Vitals after, String first, PrintStream out) {
        Table table = new Table("the server holds", first, "at the end");
        table.add("live heap, MB", megabytes(before.heapBytes()), megabytes(after.heapBytes()));
        table.add("threads", count(before.threads()), count(after.threads()));
        table.add("descriptors", count(before.descriptors()), count(after.descriptors()));
        table.print(out);
    }

    private static String megabytes(long bytes) {
        return bytes < 0 ? "?" : String.format(Locale.ROOT, "%.1f", bytes / 1e6);
    }

    private static String count(int number) {
        return number < 0 ? "?" : Integer.toString(number);
    }

    private static int threads(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(status)) {
            return -1;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("Threads:"))
                    .mapToInt(line ->
                            Integer.parseInt(line.substring("Threads:".length()).strip()))
                    .findFirst()
                    .orElse(-1);
        }
    }

    static int descriptors(long pid) throws IOException {
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        if (!Files.isReadable(folder)) {
            return -1;
        }
        try (Stream<Path> all = Files.list(folder)) {
            return (int) all.count();
        }
    }
}
