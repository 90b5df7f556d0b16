package org.gleaner.cli.verb;

import static java.util.stream.Collectors.toSet;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.WhySummary;
import org.gleaner.terminal.console.Printer;

/**
 * Tells who waits for jobs what keeps them, when nothing of them has run for some seconds; once, and again if the kinds
 * of reasons change, at most every minute. Of several jobs each kind is one line, however many they are. A server that
 * is away is told, too, and one that is too busy to say is not asked twice at once. Confined to one thread.
 */
final class Standstill implements Watch.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration AGAIN = Duration.ofSeconds(10);
    private static final int MOST_LINES = 10;
    private static final Duration AFTER_TELLING = Duration.ofMinutes(1);

    private final UserCalls calls;
    private final String select;
    private final Set<JobId> only;
    private final PrintStream err;
    private final Runnable first;
    private Set<Kind> told = Set.of();
    private int done;
    private boolean wasAway;
    private Duration again = AGAIN;
    private long askAt = System.nanoTime() + PATIENCE.toNanos();

    Standstill(UserCalls calls, String select, PrintStream err) {
        this(calls, select, err, () -> {});
    }

    /** Of jobs that no selector names together. */
    Standstill(UserCalls calls, Set<JobId> only, PrintStream err) {
        this(calls, "all", only, err, () -> {});
    }

    /** @param first done before anything is said */
    Standstill(UserCalls calls, String select, PrintStream err, Runnable first) {
        this(calls, select, Set.of(), err, first);
    }

    private Standstill(UserCalls calls, String select, Set<JobId> only, PrintStream err, Runnable first) {
        this.only = only;
        this.first = first;
        this.calls = calls;
        this.select = select;
        this.err = err;
    }

    /** Those reasons that keep tasks from being started. */
    static List<Explanation.Point> keeping(List<Explanation.Point> reasons) {
        return reasons.stream().filter(one -> isKeeping(one.kind())).toList();
    }

    private static boolean isKeeping(Kind kind) {
        return kind.compareTo(Kind.WAITING) <= 0;
    }

    @Override
    public void seen(TaskCounts counts, boolean away) {
        long now = System.nanoTime();
        if (away && !wasAway) {
            first.run();
            err.println("The server does not answer. Waiting up to " + Spans.text(Watch.GONE) + " for it.");
            err.flush();
        }
        wasAway = away;
        if (away || counts.running() > 0 || counts.done() > done || counts.ready() + counts.waiting() == 0) {
            done = counts.done();
            askAt = now + PATIENCE.toNanos();
            again = AGAIN;
        } else if (now - askAt >= 0) {
            askAt = now + (tell() ? AFTER_TELLING : again).toNanos();
            // Who waits for long does not ask often.
            again = again.compareTo(AFTER_TELLING) < 0 ? again.multipliedBy(2) : AFTER_TELLING;
        }
    }

    private boolean tell() {
        try {
            WhySummary summary = only.isEmpty()
                    ? calls.whySummary(select).get()
                    : calls.whySummary(new JobQuery(some(only))).get();
            List<WhySummary.Group> groups = summary.groups().stream()
                    .filter(group -> isKeeping(group.example().kind()))
                    .toList();
            Set<Kind> kinds =
                    groups.stream().map(group -> group.example().kind()).collect(toSet());
            if (kinds.isEmpty() || kinds.equals(told)) {
                return false;
            }
            told = kinds;
            first.run();
            err.println(done == 0 ? "Nothing is running yet." : "Nothing is running at the moment.");
            if (summary.jobs() == 1) {
                String job =
                        only.isEmpty() ? select : groups.get(0).example().job().toString();
                new Telling(calls, keeping(calls.why(job).get().reasons()), err, false).tell();
            } else {
                lines(groups).forEach(line -> err.println(Printer.printable(line)));
            }
            err.flush();
            return true;
        } catch (CallFailed away) {
            // It is told the next time; who waits goes on waiting meanwhile.
            return false;
        }
    }

    /** What keeps as many as one call may name keeps the others too, most likely. */
    private static List<JobId> some(Set<JobId> jobs) {
        return jobs.stream().limit(JobQuery.MOST).toList();
    }

    /** A line for each kind of reason, with an example, and where to read more. */
    static List<String> lines(List<WhySummary.Group> groups) {
        List<String> lines = new ArrayList<>();
        groups.stream().limit(MOST_LINES).map(ReasonLines::line).forEach(lines::add);
        lines.add("'gleaner why " + groups.get(0).example().job() + "' says more about that job.");
        return lines;
    }
}
