package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;

/** Jobs, one line each, for people. */
final class JobTable {
    private JobTable() {}

    static void print(List<JobSummary> jobs, PrintStream out) {
        if (jobs.isEmpty()) {
            return;
        }
        // Most people never wait for other jobs or cancel tasks: they need no column for it.
        boolean waiting = jobs.stream().anyMatch(job -> job.tasks().waiting() > 0);
        boolean cancelled = jobs.stream().anyMatch(job -> job.tasks().cancelled() > 0);
        List<String> headings = new ArrayList<>(List.of("JOB", "NAME", "OWNER", "STATE", "DONE", "RUNNING", "READY"));
        headings.addAll(waiting ? List.of("WAITING", "PAUSED", "BLOCKED") : List.of("PAUSED", "BLOCKED"));
        if (cancelled) {
            headings.add("CANCELLED");
        }
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
                    tasks.done() + "/" + tasks.total(),
                    count(tasks.running()),
                    count(tasks.ready())));
            if (waiting) {
                cells.add(count(tasks.waiting()));
            }
            cells.add(count(tasks.paused()));
            cells.add(count(tasks.blocked()));
            if (cancelled) {
                cells.add(count(tasks.cancelled()));
            }
            if (again) {
                cells.add(job.origin() == null ? "" : job.origin().toString());
            }
            table.add(cells.toArray(new String[0]));
        }
        table.print(out);
        for (JobSummary job : jobs) {
            if (!job.note().isEmpty()) {
                out.println(Printer.printable("Job " + job.id() + " paused itself after " + job.note()));
            }
        }
    }

    private static String count(int tasks) {
        return tasks == 0 ? "-" : Integer.toString(tasks);
    }
}
