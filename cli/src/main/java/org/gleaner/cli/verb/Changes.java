package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.client.call.JobList;
import org.gleaner.client.call.JobPages;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.console.Printer;

/** One verb on many jobs with few calls. */
final class Changes {
    /** More jobs than these are told together. */
    static final int MOST_LINES = 30;

    private static final int MOST_JOBS = 1_000_000;

    private final UserCalls calls;
    private final Verb verb;

    Changes(UserCalls calls, Verb verb) {
        this.calls = calls;
        this.verb = verb;
    }

    /** How many jobs it would concern, those that are over included; one that is named by its number is one. */
    long concerned(String select) throws ClientFailure, CallFailed {
        Selector selector = Chosen.selector(select);
        if (selector.isOfOneJob() || selector instanceof Selector.Last) {
            return 1;
        }
        Long total =
                calls.jobs(JobList.touched(select, selector, true, 1)).get().total();
        return total == null ? 1 : total;
    }

    /**
     * On what is selected; in portions if that is more than one call may change.
     *
     * @param changes gets what was changed, even if a later portion fails
     */
    void on(String select, long concerned, List<ChangeReport.Line> changes) throws ClientFailure, CallFailed {
        if (concerned <= ChangeRequest.MOST) {
            changes.addAll(calls.change(verb, select).get().jobs());
            return;
        }
        List<JobSummary> jobs = JobPages.all(
                        calls, JobList.touched(select, Chosen.selector(select), false, JobPages.PAGE), MOST_JOBS)
                .jobs();
        List<JobId> ids = new ArrayList<>(jobs.stream().map(JobSummary::id).toList());
        if (verb == Verb.RETRY) {
            // Those that others wait for are there again before these.
            Collections.sort(ids);
        }
        for (List<JobId> portion : Portions.of(ids)) {
            changes.addAll(calls.change(verb, portion).get().jobs());
        }
    }

    /** Nobody knows how far a server came that was lost, and one command changes many jobs bit by bit. */
    static void tellHalf(Verb verb, CallFailed failed, List<String> selects, PrintStream err) throws ClientFailure {
        tellHalf(participle(verb), failed, selects, err);
    }

    /** @param done what became of them */
    static void tellHalf(String done, CallFailed failed, List<String> selects, PrintStream err) throws ClientFailure {
        boolean many = selects.size() > 1;
        for (String select : selects) {
            Selector selector = Chosen.selector(select);
            many |= !selector.isOfOneJob() && !(selector instanceof Selector.Last);
        }
        if (many && failed.isAway()) {
            err.println("  If the server stopped in the middle, some jobs may be " + done
                    + " already; the same command does the rest.");
        }
    }

    /**
     * On jobs by their numbers, as far as all can be told together.
     *
     * @return those that have to be told one by one, so that each refusal is heard
     */
    List<JobId> together(List<JobId> ids, List<ChangeReport.Line> changes) {
        return Portions.left(ids, (portion, refused) -> {
            if (verb == Verb.DELETE && (refused || !areThere(portion))) {
                // What follows a refusal is not deleted.
                return List.of();
            }
            List<ChangeReport.Line> changed = calls.change(verb, portion).get().jobs();
            changes.addAll(changed);
            return changed.stream().map(ChangeReport.Line::job).toList();
        });
    }

    private boolean areThere(List<JobId> ids) throws CallFailed {
        return calls.query(new JobQuery(ids)).get().unknown().isEmpty();
    }

    static void tell(ChangeReport changed, boolean json, PrintStream out) {
        if (json) {
            Printer.json(out, changed, AnswerJson::writeChanged);
        } else if (changed.jobs().size() > MOST_LINES) {
            out.println(sum(changed));
        } else {
            changed.jobs().forEach(job -> out.println(line(changed.verb(), job)));
        }
    }

    private static String line(Verb verb, ChangeReport.Line job) {
        boolean silent = verb == Verb.RETRY && job.changed() == 0 && job.why().isEmpty();
        String why = silent ? "none is blocked or cancelled" : job.why();
        String left = job.left() == 0
                ? (why.isEmpty() ? "" : ", " + why)
                : "; " + job.left() + " unchanged" + (why.isEmpty() ? "" : ": " + why);
        return "Job " + job.job() + ": "
                + (verb == Verb.DELETE ? "deleted" : Counted.of(job.changed(), "task") + " " + participle(verb))
                + left + ".";
    }

    private static String sum(ChangeReport changed) {
        String jobs = Counted.of(changed.jobs().size(), "job");
        if (changed.verb() == Verb.DELETE) {
            return jobs + " deleted.";
        }
        long tasks =
                changed.jobs().stream().mapToLong(ChangeReport.Line::changed).sum();
        long left = changed.jobs().stream().mapToLong(ChangeReport.Line::left).sum();
        return jobs + ": " + Counted.of(tasks, "task") + " " + participle(changed.verb())
                + (left == 0 ? "" : "; " + left + " unchanged") + ".";
    }

    static String participle(Verb verb) {
        return switch (verb) {
            case CANCEL -> "cancelled";
            case PAUSE -> "paused";
            case RESUME -> "resumed";
            case BLOCK -> "blocked";
            case UNBLOCK -> "unblocked";
            case RETRY -> "requeued";
            case DELETE -> "deleted";
        };
    }
}
