package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.time.Duration;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.PastResult.OfTasks;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/** What a change of the pool would have brought, a line for each owner. */
final class PastTable {
    private PastTable() {}

    static void print(PastResult past, EtaText text, PrintStream out) {
        if (past.owners().isEmpty()) {
            out.println("None of your tasks has finished since " + text.past(past.since())
                    + ". Look further back with --since.");
            return;
        }
        Table table = new Table("OWNER", "TASKS", "A TASK TOOK", "WITH THE CHANGE", "GAIN", "LAST TASK");
        for (OfTasks one : past.owners()) {
            table.add(
                    one.owner().name(),
                    Long.toString(one.tasks()),
                    Spans.text(one.now().mean()),
                    Spans.text(one.then().mean()),
                    GainText.directed(one.now().mean(), one.then().mean(), one.gain()),
                    last(one));
        }
        table.print(out);
        if (past.owners().size() > 1) {
            out.println("All " + past.tasks() + " tasks: on average " + GainText.directed(past.gain(), Duration.ZERO)
                    + ".");
        }
        out.println("Since " + text.past(past.since())
                + ", from submission until done, on average; both with and without the change are simulated.");
        if (past.owners().stream().anyMatch(one -> one.gain() != null)) {
            out.println("In brackets: the smallest and the largest gain in any of " + past.runs()
                    + " runs. All runs use the recorded machines and work.");
        }
    }

    private static String last(OfTasks one) {
        @Nullable Duration now = one.now().last();
        @Nullable Duration then = one.then().last();
        if (now == null || then == null) {
            return now == null && then == null
                    ? "never done"
                    : now == null ? "done, and never without it" : "never done";
        }
        return GainText.directed(now, then, one.lastGain());
    }
}
