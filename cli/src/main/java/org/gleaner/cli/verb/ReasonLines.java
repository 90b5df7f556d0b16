package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.WhySummary;
import org.gleaner.terminal.console.Advice;

/** Why many jobs do not run, a line for each kind of reason with an example. */
final class ReasonLines {
    private ReasonLines() {}

    /** With what would help, and where to read more. */
    static List<String> all(WhySummary summary) {
        List<String> lines = new ArrayList<>();
        lines.add(Counted.of(summary.jobs(), "job") + (summary.more() ? " of many more:" : ":"));
        List<WhySummary.Group> told = new ArrayList<>();
        for (WhySummary.Group group : summary.groups()) {
            if (told.stream().anyMatch(one -> isDetailOf(one, group))) {
                continue;
            }
            told.add(group);
            lines.add("  " + line(group));
            summary.groups().stream()
                    .filter(one -> isDetailOf(group, one))
                    .forEach(one -> lines.add(
                            "    " + Telling.firstLine(one.example().said().detail())));
            String next = Advice.next(group.example());
            if (!next.isEmpty()) {
                lines.add("    " + example(group, next));
            }
        }
        lines.add("'gleaner why JOB' explains one job, --all every one.");
        return lines;
    }

    /** What machines lack for the same tasks of the same jobs is no reason of its own. */
    private static boolean isDetailOf(WhySummary.Group whole, WhySummary.Group part) {
        return part.example().kind() == Kind.MISFIT
                && whole.example().kind() != Kind.MISFIT
                && whole.example().kind().isOfReady()
                && whole.example().job().equals(part.example().job())
                && whole.jobs() == part.jobs()
                && whole.tasks() == part.tasks();
    }

    /** What somebody stopped by hand, or asks too much, is helped by a command about one job, and that one only. */
    private static String example(WhySummary.Group group, String next) {
        Explanation.Point one = group.example();
        boolean byHand = (one.kind() == Kind.PAUSED || one.kind() == Kind.BLOCKED)
                && !one.said().cause().isEmpty();
        boolean asksLess = !one.said().fact("change").isEmpty();
        return group.jobs() > 1 && (byHand || asksLess)
                ? "For job " + one.job() + ", for example: " + lower(next)
                : next;
    }

    private static String lower(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    static String line(WhySummary.Group group) {
        String example = "job " + group.example().job();
        String which = group.jobs() == 1 ? "J" + example.substring(1) : group.jobs() + " jobs, such as " + example;
        String tasks = group.example().kind() == Kind.LATE || group.tasks() == 0
                ? ""
                : ", " + Counted.of(group.tasks(), "task") + (group.jobs() == 1 ? "" : " in all");
        return which + tasks + ": " + Telling.firstLine(group.example().said().detail());
    }
}
