package org.gleaner.client.child;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Does one task after the other, as an agent orders them. An order is a line with its number, the answer three lines:
 * the number with an exit code and whether everything is as it was before; the times of a shell, which there is none
 * of; CPU time so far. Both come through descriptors that nothing else in the JVM uses, so that whatever prints can't
 * get between. Whoever started the JVM has taken the first order already. Confined to one thread.
 *
 * <p>It sees to it for the calls' own sake that a task finds what the first one found. Nobody else relies on that.
 */
final class TaskOrders {
    private static final String ORDERS = "/proc/self/fd/3";
    private static final String ANSWERS = "/proc/self/fd/4";
    private static final Path STATISTICS = Path.of("/proc/self/stat");
    /** Where the kernel tells the CPU time of a process and that of its ended children, behind the program's name. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;
    private static final int MILLIS_PER_TICK = 10;

    private final Traces traces;
    private final OneTask task;

    /** Runs a task; false if what happened may have broken the JVM for the next. */
    @FunctionalInterface
    interface OneTask {
        boolean run() throws IOException, InterruptedException;
    }

    /** @param outcome what a task leaves for whoever ordered it */
    TaskOrders(Path outcome, OneTask task) {
        this.traces = new Traces(outcome.toAbsolutePath());
        this.task = task;
    }

    /** Until nobody orders any more. */
    void serve() throws IOException, InterruptedException {
        traces.remember();
        try (FileInputStream in = new FileInputStream(ORDERS);
                OutputStream out = new FileOutputStream(ANSWERS);
                BufferedReader orders = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            for (String order = "1"; order != null; order = orders.readLine()) {
                traces.removeOutcome();
                boolean sound = task.run();
                flush(System.out);
                flush(System.err);
                boolean clean = sound && traces.areGone();
                out.write(answer(order, clean).getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** A call may have put nothing in its place. */
    private static void flush(@Nullable Flushable printed) throws IOException {
        if (printed != null) {
            printed.flush();
        }
    }

    private static String answer(String order, boolean clean) throws IOException {
        return order + " 0 " + (clean ? "clean" : "stained") + "\n0m0.000s 0m0.000s\n" + time(cpuMillis())
                + " 0m0.000s\n";
    }

    /** As shells write it. */
    static String time(long millis) {
        return String.format(Locale.ROOT, "%dm%d.%03ds", millis / 60_000, millis / 1000 % 60, millis % 1000);
    }

    private static long cpuMillis() throws IOException {
        String text = Files.readString(STATISTICS, StandardCharsets.ISO_8859_1);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks * MILLIS_PER_TICK;
    }
}
