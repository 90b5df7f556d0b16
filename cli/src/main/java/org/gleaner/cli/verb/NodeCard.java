package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.List;
import org.gleaner.cli.console.Table;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Spans;
import org.gleaner.core.node.NodeFacts;

/** All about one machine, for people. */
final class NodeCard {
    private NodeCard() {}

    static void print(Reply.NodeDetail detail, PrintStream out) {
        Reply.NodeSummary node = detail.node();
        NodeFacts facts = node.facts();
        out.println(node.id() + " " + facts.name() + ": " + node.state());
        out.println("  machine   " + facts.os() + " " + facts.arch() + ", " + facts.cores() + " cores, agent "
                + facts.version());
        out.println("  gives     " + node.capacity().slots() + " slots, "
                + node.capacity().memory() + " of memory; " + node.slotsUsed() + " slots are used");
        out.println(
                node.connected()
                        ? "  up        " + Spans.text(detail.up()) + " since its agent started"
                        : "  silent    since " + Spans.text(node.silence()));
        List<String> enforced = node.facts().abilities().enforced();
        out.println("  confines  " + (enforced.isEmpty() ? "nothing" : String.join(", ", enforced)));
        out.println("  runs      " + node.attempts()
                + others(node.attempts() - detail.runs().size()));
        if (!detail.runs().isEmpty()) {
            Table table = new Table("  ATTEMPT", "OWNER", "TYPE", "SINCE", "");
            detail.runs()
                    .forEach(run -> table.add(
                            "  " + run.attempt(),
                            run.owner().name(),
                            run.type(),
                            run.assigned().toString(),
                            run.suspended() ? "suspended: somebody uses the machine" : ""));
            table.print(out);
        }
        if (!detail.refusals().isEmpty()) {
            Table table = new Table("  COULD NOT START", "OWNER", "AT");
            detail.refusals()
                    .forEach(one -> table.add(
                            "  " + one.type(), one.owner().name(), one.at().toString()));
            table.print(out);
        }
        if (!detail.outcomes().isEmpty()) {
            Table table = new Table("  ENDED LATELY", "OWNER", "HOW", "AT");
            detail.outcomes()
                    .forEach(one -> table.add(
                            "  " + one.attempt(),
                            one.owner().name(),
                            one.outcome().word(),
                            one.at().toString()));
            table.print(out);
        }
    }

    private static String others(int others) {
        return others == 0 ? "" : ", " + others + " of them of other people";
    }
}
