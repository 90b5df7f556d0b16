package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/** Jobs, one line each, for people. */
final class JobTable {
    /** The column marks the others. */
    private static final int MOST_DOUBTS = 5;

    private JobTable() {}

    /**
     * @param forecasts when open ones will be done, as far as the server can say
     * @param eta by the server's clock
     */
    static void print(List<JobSummary> jobs, Map<JobId, Forecast.Span> forecasts, EtaText eta, PrintStream out) {
        if (jobs.isEmpty()) {
            return;
        }
        // Most people never wait for other jobs or cancel tasks: they need no column for it.
        boolean waiting = jobs.stream().anyMatch(job -> job.tasks().waiting() > 0);
        boolean queued = jobs.stream().anyMatch(job -> job.tasks().queued() > 0);
        boolean cancelled = jobs.stream().anyMatch(job -> job.tasks().cancelled() > 0);
        List<String> headings = new ArrayList<>(List.of("JOB", "NAME", "OWNER", "STATE", "DONE", "RUNNING"));
        headings.addAll(queued ? List.of("QUEUED", "READY") : List.of("READY"));
        headings.addAll(waiting ? List.of("WAITING", "PAUSED", "BLOCKED") : List.of("PAUSED", "BLOCKED"));
        if (cancelled) {
            headings.add("CANCELLED");
        }
        // Of jobs that are over nobody wants to know it.
        boolean open = jobs.stream().anyMatch(JobTable::isOpen);
        if (open) {
            headings.add("ETA");
        }
        DeadlineText deadlines = new DeadlineText(eta);
        boolean again = jobs.stream().anyMatch(job -> job.origin() != null);
        if (again) {
            headings.add("RERUN OF");
        }
        Table table = new Table(headings.toArray(new String[0]));
        for (JobSummary job : jobs) {
            TaskCounts tasks = job.tasks();
            List<String> cells = new ArrayList<>(List.of(
                    job.id().toString(),
                    job.name(),
                    job.owner().name(),
                    job.state().word(),
                    tasks.done() + "/" + tasks.wanted(job.solved()).total(),
                    count(tasks.started())));
            if (queued) {
                cells.add(count(tasks.queued()));
            }
            cells.add(count(tasks.ready()));
            if (waiting) {
                cells.add(count(tasks.waiting()));
            }
            cells.add(count(tasks.paused()));
            cells.add(count(tasks.blocked()));
            if (cancelled) {
                cells.add(count(tasks.cancelled()));
            }
            if (open) {
                Forecast.Span done = forecasts.get(job.id());
                cells.add(eta(job, eta, done) + (goesOn(job) ? deadlines.mark(job, done) : ""));
            }
            if (again) {
                cells.add(job.origin() == null ? "" : job.origin().toString());
            }
            table.add(cells.toArray(new String[0]));
        }
        table.print(out);
        notes(jobs, forecasts, deadlines, out);
    }

    private static void notes(
            List<JobSummary> jobs, Map<JobId, Forecast.Span> forecasts, DeadlineText deadlines, PrintStream out) {
        for (JobSummary job : jobs) {
            if (!job.note().isEmpty()) {
                boolean paused = job.tasks().paused() > 0;
                out.println(
                        Printer.printable("Job " + job.id() + (paused ? " paused itself after " : ": ") + job.note()));
            }
        }
        for (JobSummary job : jobs) {
            if (job.solved() && !job.growing()) {
                out.println(solved(job));
            }
        }
        jobs.stream()
                .filter(JobTable::goesOn)
                .flatMap(job -> deadlines.doubt(job, forecasts.get(job.id())).stream())
                .limit(MOST_DOUBTS)
                .forEach(out::println);
    }

    private static String solved(JobSummary job) {
        int spare = job.tasks().cancelled();
        return "The problem of job " + job.id() + " is solved; " + Counted.of(spare, "unit")
                + (spare == 1 ? " was" : " were") + " no longer needed.";
    }

    /** Whether it will be done by itself. */
    private static boolean goesOn(JobSummary job) {
        return isOpen(job) && job.tasks().paused() + job.tasks().blocked() == 0;
    }

    private static boolean isOpen(JobSummary job) {
        return job.tasks().done() + job.tasks().cancelled() < job.tasks().total();
    }

    /** What somebody stopped has no end before somebody acts, whatever else of it runs. */
    private static String eta(JobSummary job, EtaText text, Forecast.@Nullable Span forecast) {
        if (!isOpen(job)) {
            return "";
        }
        return job.tasks().paused() > 0 ? "paused" : job.tasks().blocked() > 0 ? "blocked" : text.in(forecast);
    }

    private static String count(int tasks) {
        return tasks == 0 ? "-" : Integer.toString(tasks);
    }
}
