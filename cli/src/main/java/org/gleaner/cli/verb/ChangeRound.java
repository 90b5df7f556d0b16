package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.Advice;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** One verb on one selector after the other: what was changed is told, and what was refused. */
final class ChangeRound {
    /** Of so many selectors that were refused it is said why. */
    private static final int MOST_REASONS = 10;

    private final Changes all;
    private final Verb verb;
    private final List<ChangeReport.Line> changes = new ArrayList<>();
    private final List<String> undone = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    ChangeRound(Changes all, Verb verb) {
        this.all = all;
        this.verb = verb;
    }

    /** What was changed. */
    List<ChangeReport.Line> changes() {
        return changes;
    }

    /** @return the exit code */
    int run(Arguments arguments, Surroundings here) throws ClientFailure {
        CallFailed refused = null;
        for (String select : rest(arguments.operands())) {
            if (refused != null && verb == Verb.DELETE) {
                // What is gone is gone: whoever is refused one thing looks first, then goes on.
                undone.add(select);
                continue;
            }
            try {
                boolean closedToo = verb == Verb.DELETE || verb == Verb.RETRY;
                all.on(select, closedToo ? all.concerned(select) : 1, changes);
            } catch (CallFailed failed) {
                // One of several that can't be changed must not keep the others from it.
                refused = refused == null ? failed : refused;
                undone.add(select);
                reasons.add(select + ": " + failed.trouble().why());
            }
        }
        if (refused == null || !changes.isEmpty()) {
            Changes.tell(new ChangeReport(verb, changes), arguments.json(), here.out());
        }
        return refused == null ? Exit.OK : tell(refused, arguments, here);
    }

    private int tell(CallFailed refused, Arguments arguments, Surroundings here) throws ClientFailure {
        String which = "Not " + Changes.participle(verb) + ": " + some(undone);
        if (refused.problem() != null && reasons.size() > 1 && !arguments.json()) {
            Printer.lines(here.err(), which, shownReasons(), Advice.next(refused));
            return refused.exitCode();
        }
        int exit = Printer.tell(here, arguments.json() && changes.isEmpty(), refused);
        Changes.tellHalf(verb, refused, arguments.operands(), here.err());
        if (arguments.operands().size() > 1) {
            here.err().println("  " + which);
        }
        // The first was told above.
        reasons.stream().limit(MOST_REASONS).skip(1).forEach(one -> here.err().println("  " + Printer.printable(one)));
        if (reasons.size() > MOST_REASONS) {
            here.err().println("  " + otherReasons());
        }
        return exit;
    }

    /** One line for each that was refused. */
    private List<String> shownReasons() {
        List<String> lines =
                new ArrayList<>(reasons.stream().limit(MOST_REASONS).toList());
        if (reasons.size() > MOST_REASONS) {
            lines.add(otherReasons());
        }
        return lines;
    }

    private String otherReasons() {
        return "The other " + (reasons.size() - MOST_REASONS) + " were refused too.";
    }

    /** What is left to be done one by one when many numbers were told together. */
    private List<String> rest(List<String> operands) throws ClientFailure {
        List<JobId> ids = Portions.numbers(operands);
        return ids.isEmpty()
                ? operands
                : all.together(ids, changes).stream().map(JobId::toString).toList();
    }

    /** Of very many some, and how many more there are. */
    static String some(List<String> undone) {
        String more = undone.size() > MOST_REASONS ? " and " + (undone.size() - MOST_REASONS) + " more" : "";
        return String.join(" ", undone.subList(0, Math.min(MOST_REASONS, undone.size()))) + more;
    }
}
