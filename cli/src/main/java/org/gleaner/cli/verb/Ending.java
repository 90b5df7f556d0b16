package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.console.Printer;

/** Tells people why tasks that were waited for did not all get done. */
final class Ending {
    /** Of so many jobs the failures are told. */
    private static final int MOST_JOBS = 5;

    private Ending() {}

    static void tell(UserCalls calls, List<Chosen> chosen, TaskCounts counts, PrintStream err) throws CallFailed {
        List<JobSummary> jobs = unfinished(calls, chosen);
        JobSummary paused = first(jobs, TaskState.PAUSED);
        boolean byHand = paused.note().isEmpty();
        List<String> causes = new ArrayList<>();
        if (counts.blocked() > 0) {
            causes.add(Counted.of(counts.blocked(), "task") + " blocked");
        }
        if (counts.paused() > 0) {
            causes.add(Counted.of(counts.paused(), "task") + " paused" + (byHand ? "" : because(jobs)));
        }
        if (counts.cancelled() > 0) {
            causes.add(Counted.of(counts.cancelled(), "task") + " cancelled");
        }
        if (counts.waiting() > 0) {
            causes.add(Counted.of(counts.waiting(), "task") + " waiting for jobs that can't continue by themselves");
        }
        List<String> why = new ArrayList<>();
        why.add(String.join("; ", causes) + ".");
        List<JobId> missing = new ArrayList<>();
        for (JobSummary job : jobs.subList(0, Math.min(MOST_JOBS, jobs.size()))) {
            Digest digest = Digest.of(calls, job.id(), Digest.FEW);
            why.addAll(digest.lines());
            if (digest.isAllMissing()) {
                missing.add(job.id());
            }
        }
        List<String> steps = new ArrayList<>();
        if (counts.blocked() > 0 || (counts.paused() > 0 && !byHand)) {
            JobId job = (counts.blocked() > 0 ? first(jobs, TaskState.BLOCKED) : paused).id();
            steps.add(
                    missing.contains(job)
                            ? "'gleaner why " + job + "' says what to do about files that are missing."
                            : again(
                                    calls,
                                    job,
                                    "'gleaner logs " + job
                                            + " --failed' shows what they printed; fix it, then 'gleaner retry " + job
                                            + "' (with --refresh if files changed)."));
        } else if (counts.cancelled() > 0) {
            JobId job = first(jobs, TaskState.CANCELLED).id();
            steps.add(again(calls, job, "'gleaner retry " + job + "' runs cancelled tasks again."));
        }
        if (counts.paused() > 0 && byHand) {
            steps.add("'gleaner resume " + paused.id() + "' lets paused tasks continue.");
        }
        if (counts.waiting() > 0) {
            steps.add("'gleaner why " + first(jobs, TaskState.WAITING).id() + "' says which.");
        }
        Printer.lines(err, what(counts, why.size() > 1), why, String.join(" ", steps));
    }

    /** @param retry what to say of a job that a retry helps */
    private static String again(UserCalls calls, JobId job, String retry) throws CallFailed {
        return Cause.Means.isOfProgram(calls.job(job).get().spec())
                ? "'gleaner why " + job + "' says what to do; a retry would not pass its results to any program."
                : retry;
    }

    /** @param tried whether anything is known of an attempt */
    private static String what(TaskCounts counts, boolean tried) {
        if (counts.total() == 1) {
            return counts.blocked() > 0 && tried ? "The task failed." : "The task did not finish.";
        }
        boolean cancelled = counts.done() + counts.cancelled() == counts.total();
        return counts.done() == 0
                ? "None of the " + counts.total() + " tasks is done; all are " + (cancelled ? "cancelled." : "stuck.")
                : "Only " + counts.done() + " of " + counts.total() + " tasks " + (counts.done() == 1 ? "is" : "are")
                        + " done; " + (counts.total() - counts.done() == 1 ? "the other is " : "the rest are ")
                        + (cancelled ? "cancelled." : "stuck.");
    }

    /** Several jobs may have paused themselves for different reasons. */
    private static String because(List<JobSummary> jobs) {
        List<String> notes = jobs.stream()
                .filter(job -> job.tasks().paused() > 0)
                .map(JobSummary::note)
                .distinct()
                .toList();
        return notes.size() == 1 ? " after " + notes.get(0) : ", because too many failed";
    }

    /** Those of them that are not done, as they stand now; at least one. */
    private static List<JobSummary> unfinished(UserCalls calls, List<Chosen> chosen) throws CallFailed {
        List<JobId> ids = chosen.stream()
                .map(one -> one.job().id())
                .distinct()
                .limit(JobQuery.MOST)
                .toList();
        List<JobSummary> jobs = calls.query(new JobQuery(ids)).get().jobs().stream()
                .filter(job -> job.tasks().done() < job.tasks().total())
                .toList();
        return jobs.isEmpty() ? List.of(chosen.get(0).job().summary()) : jobs;
    }

    /** The first that has such tasks; what is advised must name a job that it applies to. */
    private static JobSummary first(List<JobSummary> jobs, TaskState state) {
        return jobs.stream()
                .filter(job -> job.tasks().asMap().getOrDefault(state, 0) > 0)
                .findFirst()
                .orElse(jobs.get(0));
    }
}
