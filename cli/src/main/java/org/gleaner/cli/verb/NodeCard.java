package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Spans;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.terminal.console.Moments;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/** All about one machine, for people. */
final class NodeCard {
    /** Why is known on that machine only: somebody is there, the hours, a pause. */
    static final String SUSPENDED = "suspended: the machine is in use";

    private static final int COLUMN = 10;
    private static final double PERCENT = 100;
    /** Of those that ended, so many are enough to see what goes on; JSON has them all. */
    private static final int ENDED = 8;
    /** Of the weeks, so many; JSON has them all. */
    private static final int WEEKS = 12;

    private static final int BAR = 30;

    private NodeCard() {}

    static void print(Reply.NodeDetail detail, Surroundings.Streams streams) {
        PrintStream out = streams.out();
        NodeSummary node = detail.node();
        NodeFacts facts = node.facts();
        out.println(Printer.printable(node.id() + " " + facts.name() + ": " + state(node)));
        out.println(Printer.printable("  machine   " + facts.os() + " " + facts.arch() + ", "
                + Counted.of(facts.cores(), "core") + ", agent " + facts.version()));
        out.println("  offers    " + Counted.of(node.capacity().slots(), "slot") + ", "
                + node.capacity().memory() + " of memory; " + node.slotsUsed() + " in use");
        out.println("  cpu       " + processor(node));
        out.println(
                node.connected() && node.silence() != null
                        ? "  up        " + Spans.text(detail.up()) + " since its agent started"
                        : "  silent    " + since(node.silence()));
        observed(detail.observed(), out);
        abilities(facts, out);
        out.println("  runs      " + node.attempts()
                + others(node.attempts() - detail.runs().size()));
        if (!detail.runs().isEmpty()) {
            Table table = new Table("  ATTEMPT", "OWNER", "TYPE", "SINCE", "");
            detail.runs()
                    .forEach(run -> table.add(
                            "  " + run.attempt(),
                            run.owner().name(),
                            run.type(),
                            Moments.text(run.assigned()),
                            run.suspended() ? SUSPENDED : ""));
            table.print(out);
        }
        if (!detail.refusals().isEmpty()) {
            Table table = new Table("  COULD NOT START", "OWNER", "AT");
            detail.refusals()
                    .forEach(one -> table.add("  " + one.type(), one.owner().name(), Moments.text(one.at())));
            table.print(out);
        }
        if (!detail.outcomes().isEmpty()) {
            Table table = new Table("  RECENTLY ENDED", "OWNER", "HOW", "AT");
            List<Reply.NodeOutcome> youngest = new ArrayList<>(detail.outcomes());
            Collections.reverse(youngest);
            youngest.stream()
                    .limit(ENDED)
                    .forEach(one -> table.add(
                            "  " + one.attempt(),
                            one.owner().name(),
                            one.outcome().word(),
                            Moments.text(one.at())));
            table.print(out);
        }
        weeks(detail.weeks(), out, streams.outIsTerminal());
    }

    private static String processor(NodeSummary node) {
        NodeSummary.Burden burden = node.burden();
        return burden.tasksLoad() == null
                ? "use unknown" + (node.connected() ? "; older agents and machines in use don't report it" : "")
                : NodeVerb.share(burden.tasksLoad()) + " used by tasks, " + NodeVerb.share(burden.load()) + " by "
                        + others(burden.programs());
    }

    private static String others(@Nullable Integer programs) {
        return programs == null || programs == 0 ? "others" : "about " + Counted.of(programs, "other program");
    }

    private static void abilities(NodeFacts facts, PrintStream out) {
        Abilities abilities = facts.abilities();
        list(out, "enforces", abilities.enforced(), "nothing");
        if (!facts.isConfined()) {
            out.println("  no sandbox: its tasks can see and do whatever its agent's user can");
        }
        list(
                out,
                "has",
                abilities.runtimes().stream().map(RuntimeVersion::toString).toList(),
                "no known runtimes");
        list(out, "provides", abilities.provides().texts(), "");
        list(out, "tags", abilities.tags(), "");
        list(out, "only", abilities.types(), "");
    }

    /** After a restart the server counts on machines that have work; whether they are there is not known yet. */
    static String state(NodeSummary node) {
        return node.contact() == Contact.CONNECTED && node.silence() == null && node.duty() == Duty.WORKING
                ? "not heard from yet"
                : node.state();
    }

    private static String since(@Nullable Duration silence) {
        return silence == null ? "since before the server started" : "for " + Spans.text(silence);
    }

    /** Its stays by the week in which they ended; for eyes with a bar, the longest sum being the longest bar. */
    private static void weeks(List<StayWeek> weeks, PrintStream out, boolean bars) {
        if (weeks.isEmpty()) {
            return;
        }
        List<StayWeek> shown = weeks.subList(Math.max(0, weeks.size() - WEEKS), weeks.size());
        long most =
                shown.stream().mapToLong(one -> one.lasted().toMillis()).max().orElse(0);
        Table table = new Table("  WEEK FROM", "STAYS ENDED", "TOTAL", "");
        for (StayWeek week : shown) {
            long length =
                    most == 0 ? 0 : Math.round((double) BAR * week.lasted().toMillis() / most);
            table.add(
                    "  " + LocalDate.ofInstant(week.from(), ZoneOffset.UTC),
                    Long.toString(week.stays()),
                    Spans.text(week.lasted()),
                    bars ? "#".repeat((int) length) : "");
        }
        table.print(out);
    }

    private static void observed(NodeRecord node, PrintStream out) {
        String usual = node.stays() == 0 ? "no stay has ended yet" : "usually " + Spans.text(node.usualStay());
        StringBuilder stays = new StringBuilder(usual);
        node.chances().stream()
                .filter(one -> one.more().equals(NodeSummary.Staying.MORE))
                .forEach(one -> stays.append("; ")
                        .append(Math.round(PERCENT * one.chance()))
                        .append("% chance of staying another ")
                        .append(one.more().toHours())
                        .append(" h"));
        out.println("  stays     " + stays);
        out.println(String.format(Locale.ROOT, "  speed     %.2f times the pool's mean", node.speed()));
        if (node.rated() > 0) {
            out.println("  success   " + Math.round(PERCENT * (node.reliability() + 1) / 2)
                    + "% of recent attempts, the latest counting most");
        }
        if (node.probation()) {
            out.println(
                    "  probation everything fails here that other machines do: one task at a time until one is done");
        }
    }

    private static void list(PrintStream out, String what, List<String> words, String none) {
        String text = words.isEmpty() ? none : String.join(", ", words);
        if (!text.isEmpty()) {
            out.println("  " + what + " ".repeat(COLUMN - what.length()) + Printer.printable(text));
        }
    }

    private static String others(int others) {
        return others == 0 ? "" : ", " + others + " of them by other users";
    }
}
