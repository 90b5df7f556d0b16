package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.terminal.console.Advice;
import org.gleaner.terminal.console.Printer;
import org.jspecify.annotations.Nullable;

/** Reasons in the order in which they came; all that keeps the same tasks stands below one line about these. */
final class Telling {
    private final UserCalls calls;
    private final List<Explanation.Point> reasons;
    private final PrintStream out;
    private final boolean verbose;
    private final boolean several;
    private final Selector.@Nullable SomeTasks some;
    private final Set<JobId> digested = new HashSet<>();

    /** @param verbose whether it is also said what was decided lately */
    Telling(UserCalls calls, List<Explanation.Point> reasons, PrintStream out, boolean verbose) {
        this(calls, reasons, out, verbose, null);
    }

    /** @param some the tasks that are asked about; null: all of these jobs */
    Telling(
            UserCalls calls,
            List<Explanation.Point> reasons,
            PrintStream out,
            boolean verbose,
            Selector.@Nullable SomeTasks some) {
        this.some = some;
        this.verbose = verbose;
        this.calls = calls;
        this.reasons = reasons;
        this.out = out;
        this.several = reasons.stream().map(Explanation.Point::job).distinct().count() > 1;
    }

    void tell() throws CallFailed {
        int from = 0;
        while (from < reasons.size()) {
            int to = from + 1;
            while (to < reasons.size() && isBelow(reasons.get(from), reasons.get(to))) {
                to++;
            }
            tell(reasons.subList(from, to));
            from = to;
        }
    }

    private static boolean isBelow(Explanation.Point first, Explanation.Point next) {
        return first.kind().isOfReady()
                && next.kind().isOfReady()
                && first.job().equals(next.job());
    }

    private void tell(List<Explanation.Point> group) throws CallFailed {
        Explanation.Point first = group.get(0);
        boolean listed = (first.nodes() > 0 || group.size() > 1) && first.kind() != Kind.FITS_NO_NODE;
        // A deadline is the job's: its tasks are counted where it is said what keeps them. A growing job may have none.
        String tasks = first.kind() == Kind.LATE || first.tasks() == 0
                ? "Job " + first.job()
                : (several ? "Job " + first.job() + ", " : "") + Counted.of(first.tasks(), "task");
        if (listed) {
            say("", tasks + ", ready to start:");
        } else {
            detail("", tasks + ": " + first.said().detail());
        }
        for (Explanation.Point one : listed ? group : group.subList(1, group.size())) {
            detail("  ", one.said().detail());
            if (listed) {
                advice(one);
            }
        }
        if (isOfFailures(first) && digested.add(first.job())) {
            Digest digest = some == null ? Digest.of(calls, first.job(), Digest.FEW) : Digest.of(calls, some);
            digest.print("  ", out);
        }
        if (!listed) {
            group.forEach(this::advice);
        }
    }

    private void advice(Explanation.Point one) {
        say("  ", verbose ? one.said().more() : "");
        say("  ", Advice.next(one));
    }

    /** What a person paused or blocked has nothing to do with what failed. */
    private static boolean isOfFailures(Explanation.Point one) {
        String cause = one.said().cause();
        boolean byHand = cause.equals(one.kind().word()) || cause.equals("held");
        return (one.kind() == Kind.BLOCKED || one.kind() == Kind.PAUSED) && !byHand;
    }

    /** Of what has a stack its first line, unless somebody wants to know more. */
    private void detail(String indent, String text) {
        say(indent, firstLine(text));
        if (verbose) {
            text.lines().skip(1).forEach(line -> say(indent + "    ", line.strip()));
        }
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private void say(String indent, String text) {
        if (!text.isEmpty()) {
            out.println(indent + Printer.printable(text));
        }
    }
}
