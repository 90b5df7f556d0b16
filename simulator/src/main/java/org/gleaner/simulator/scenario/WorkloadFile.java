package org.gleaner.simulator.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads jobs of a cluster's log: the Standard Workload Format ({@code .swf}, {@code .swf.gz}) or CSV with the columns
 * {@code user,submit_s,runtime_s} and, if known, {@code procs} and {@code queue}. Taken are jobs of one processor that
 * ran at all, whatever their end; what has more processors is no work for a grid of single machines. A job's work is
 * the time that it ran, as if a machine of the reference power had run it; its owner is the log's user, its type user
 * and queue.
 */
public final class WorkloadFile {
    private static final int MOST = 10_000_000;
    /** A century, in seconds; logs count from some epoch of their own. */
    private static final double LONGEST = AvailabilityTrace.LONGEST_SECONDS;

    /** The fields of the Standard Workload Format, version 2.2. */
    static final List<String> SWF = List.of(("job submit_s wait_s runtime_s procs cpu_s memory req_procs"
                    + " req_time_s req_memory status user group app queue partition after_job think_s")
            .split(" ", -1));

    private WorkloadFile() {}

    public static Workload read(Path path) throws ScenarioError {
        try (TextLines lines = TextLines.open(path)) {
            boolean swf = lines.file().matches(".*\\.swf(\\.gz)?");
            List<String> columns = swf ? SWF : Row.header(lines, List.of("user", "submit_s", "runtime_s"));
            List<Workload.Task> tasks = new ArrayList<>();
            for (Row row = next(lines, columns, swf); row != null; row = next(lines, columns, swf)) {
                Workload.Task task = task(row);
                if (task != null) {
                    tasks.add(task);
                }
                if (tasks.size() > MOST) {
                    throw row.wrong("there are too many jobs.", "At most " + MOST + " are read.", "Use a part of it.");
                }
            }
            if (tasks.isEmpty()) {
                throw lines.wrong(
                        "the log has no usable job.",
                        "Jobs with several processors or a run time of 0 are skipped.",
                        "Use another log.");
            }
            return new Workload(lines.file().replaceFirst("(\\.csv|\\.swf)?(\\.gz)?$", ""), tasks);
        }
    }

    static @Nullable Row next(TextLines lines, List<String> columns, boolean swf) throws ScenarioError {
        if (!swf) {
            return Row.csv(lines, columns);
        }
        String text = lines.next();
        while (text != null && (text.isBlank() || text.stripLeading().startsWith(";"))) {
            text = lines.next();
        }
        return text == null ? null : Row.of(lines, columns, text.strip().split("\\s+", -1));
    }

    /** Null if it is not for us. */
    private static Workload.@Nullable Task task(Row row) throws ScenarioError {
        long submitted = row.seconds("submit_s", -1, LONGEST);
        long ran = row.seconds("runtime_s", -1, LONGEST);
        String user = row.text("user");
        String queue = row.has("queue") ? row.text("queue") : "-1";
        if (ran <= 0 || submitted < 0 || processors(row) != 1) {
            return null;
        }
        String owner = "u" + (user.equals("-1") ? "x" : user);
        return new Workload.Task(submitted, owner, queue.equals("-1") ? owner : owner + "-q" + queue, ran);
    }

    /** Those that were used; if that is unknown, those that were asked for. */
    static double processors(Row row) throws ScenarioError {
        double used = row.has("procs") ? row.number("procs", -1, 1e9) : 1;
        return used == -1 && row.has("req_procs") ? row.number("req_procs", -1, 1e9) : used;
    }
}
