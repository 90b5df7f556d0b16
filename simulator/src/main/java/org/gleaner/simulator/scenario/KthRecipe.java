package org.gleaner.simulator.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The SP2 of KTH Stockholm with its jobs as they came (Parallel Workloads Archive, KTH-SP2-1996): 100 processors that
 * are always up, and jobs whose owners said how long they may take. Needs {@code jobs_kth_sp2.csv} or
 * {@code KTH-SP2-1996-2.1-cln.swf}, plain or with {@code .gz}. The SP2 is taken as one machine with 100 slots, and a
 * job of n processors as one task that needs n of them. The log does not name programs; what comes nearest to one is
 * work of one user that asks for about the same time, and that is a job's type.
 */
public final class KthRecipe {
    private static final int PROCESSORS = 100;
    private static final double LONGEST = AvailabilityTrace.LONGEST_SECONDS;
    private static final double MINUTE = 60_000;
    /** So that nobody thinks that it will soon leave. */
    private static final Duration WATCHED = Duration.ofDays(100);

    private static final Duration PATIENCE = Duration.ofDays(3650);

    /** A job as it is recorded; times in milliseconds. */
    private record Job(long submitted, String user, long ran, int processors, long asked) {}

    /** What whoever looks ahead knows of how long jobs take. */
    public enum Known {
        /** How long those of the same type took. */
        LEARNT,
        /** What the owner of each job said, and nothing else. */
        SAID
    }

    private final List<Job> jobs;

    private KthRecipe(List<Job> jobs) {
        this.jobs = List.copyOf(jobs);
    }

    public static KthRecipe in(Path directory) throws ScenarioError {
        Path path = GolemRecipe.file(directory, "jobs_kth_sp2.csv", "KTH-SP2-1996-2.1-cln.swf");
        List<Job> jobs = new ArrayList<>();
        try (TextLines lines = TextLines.open(path)) {
            boolean swf = lines.file().matches(".*\\.swf(\\.gz)?");
            List<String> needed = List.of("user", "submit_s", "runtime_s", "procs", "req_time_s");
            List<String> columns = swf ? WorkloadFile.SWF : Row.header(lines, needed);
            for (Row row = WorkloadFile.next(lines, columns, swf);
                    row != null;
                    row = WorkloadFile.next(lines, columns, swf)) {
                Job job = job(row);
                if (job.ran() > 0 && job.processors() > 0 && job.processors() <= PROCESSORS && job.asked() > 0) {
                    jobs.add(job);
                }
            }
            if (jobs.isEmpty()) {
                throw lines.wrong(
                        "the log has no usable job.", "Each needs a run and a requested time.", "Use another.");
            }
        }
        jobs.sort(Comparator.comparingLong(Job::submitted));
        return new KthRecipe(jobs);
    }

    private static Job job(Row row) throws ScenarioError {
        return new Job(
                row.seconds("submit_s", -1, LONGEST),
                "u" + row.text("user"),
                row.seconds("runtime_s", -1, LONGEST),
                (int) WorkloadFile.processors(row),
                row.seconds("req_time_s", -1, LONGEST));
    }

    public int jobs() {
        return jobs.size();
    }

    /**
     * Some of the jobs, in their order.
     *
     * @param from how many are left out before them
     * @param most so many
     */
    public Trial trial(int from, int most, Known known) {
        TrialMachine sp2 = new TrialMachine("sp2", "sp2", TrialMachine.REFERENCE_POWER, new AlwaysUp(), PROCESSORS);
        List<Batch> batches = new ArrayList<>();
        List<Job> chosen = jobs.subList(Math.min(from, jobs.size() - 1), Math.min(from + most, jobs.size()));
        long first = chosen.get(0).submitted();
        for (Job job : chosen) {
            long[] works = {job.ran()};
            boolean said = known == Known.SAID;
            // What is said of one job must not be learnt from others.
            String type = job.user() + "-" + (said ? batches.size() : octave(job.asked()));
            Duration expected = said ? Duration.ofMillis(job.asked()) : null;
            long arrives = WATCHED.toMillis() + job.submitted() - first;
            batches.add(new Batch(arrives, job.user(), type, works, job.processors(), expected));
        }
        long last = batches.get(batches.size() - 1).arrives() + 1;
        return new Trial("kth-sp2", 1, List.of(sp2), batches, WATCHED.toMillis(), last, last + PATIENCE.toMillis());
    }

    /** As a power of two: what asks for about the same time has the same. */
    private static long octave(long asked) {
        return Math.round(Math.log(asked / MINUTE) / Math.log(2));
    }

    private record AlwaysUp() implements UpWindows {
        @Override
        public long start(int index) {
            return index == 0 ? 0 : NEVER;
        }

        @Override
        public long end(int index) {
            return NEVER;
        }
    }
}
