package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfResult.Due;
import org.gleaner.protocol.message.WhatIfResult.OfJob;
import org.gleaner.protocol.message.WhatIfResult.Together;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;

/** What a change of the pool would bring, as people are told. */
record WhatIfTable(WhatIfResult result, EtaText text) {
    /** So many deadlines are told one by one. */
    private static final int FEW = 10;

    void print(WhatIfQuestion question, PrintStream out) {
        if (result.jobs().isEmpty()) {
            out.println("You have no open jobs.");
        } else {
            table().print(out);
        }
        if (result.more() > 0) {
            out.println("and " + Counted.of(result.more(), "older job") + ".");
        }
        if (result.jobs().stream().anyMatch(job -> job.difference() == null)) {
            out.println("?: no forecast is possible; 'gleaner eta' shows why.");
        }
        deadlines(question).forEach(out::println);
        result.added().forEach(one -> added(one).forEach(out::println));
        Together all = result.all();
        if (all != null) {
            out.println(together("All your jobs", all));
        }
        for (WhatIfResult.OfOwner other : result.owners()) {
            out.println(
                    Printer.printable(together("All jobs of " + other.owner().name(), other.jobs())));
        }
        if (!result.note().isEmpty()) {
            out.println(Printer.printable(result.note()));
        }
        if (result.cut()) {
            out.println("Only " + result.futures() + " of " + question.futures()
                    + " futures were simulated: a question gets 30 s of the server's processor,"
                    + " and two minutes in all.");
        }
    }

    private Table table() {
        Table table = new Table("JOB", "NAME", "NOW", "WITH THE CHANGE", "GAIN");
        for (OfJob job : result.jobs()) {
            Difference difference = job.difference();
            table.add(
                    job.id().toString(),
                    job.name(),
                    text.middle(difference == null ? null : difference.now()),
                    text.middle(difference == null ? null : difference.then()),
                    difference == null ? EtaText.UNKNOWN : GainText.of(difference, result.at()));
        }
        return table;
    }

    /** Who asks about a deadline is told; of the others, what does not look well. */
    private List<String> deadlines(WhatIfQuestion question) {
        List<JobId> asked = question.set().stream()
                .filter(one -> one.terms().deadline() != null)
                .map(WhatIfQuestion.OtherTerms::job)
                .toList();
        List<String> lines = new ArrayList<>();
        int more = 0;
        for (OfJob job : result.jobs()) {
            Due due = job.due();
            if (due == null || (due.now() == Meets.LIKELY && due.then() == Meets.LIKELY && !asked.contains(job.id()))) {
                continue;
            }
            if (lines.size() < FEW) {
                lines.add("Deadline of job " + job.id() + ", " + text.past(due.deadline()) + ": " + met(due));
            } else {
                more++;
            }
        }
        if (more > 0) {
            lines.add(Counted.of(more, "more deadline") + " may be missed; --json tells all.");
        }
        return lines;
    }

    private static String met(Due due) {
        return due.now() == due.then()
                ? due.then().word() + ", with or without the change."
                : due.now().word() + " now, " + due.then().word() + " with the change.";
    }

    private List<String> added(WhatIfResult.OfAdded added) {
        List<String> lines = new ArrayList<>();
        boolean certain = result.futures() > 1;
        Instant deadline = added.deadline();
        Meets meets = added.meets();
        lines.add(Printer.printable(
                added.finish() == null
                        ? "No forecast is possible for the new job '" + added.name()
                                + "': it has no tasks yet, or too many jobs are open that all differ."
                        : "The new job '" + added.name() + "' would start " + text.text(added.start(), certain)
                                + " and be done " + text.text(added.finish(), certain) + "."));
        if (added.finish() != null && added.finish().p10() == null) {
            lines.add("  ?: it would not be done within a year; it is submitted paused, or no machine can do it.");
        }
        if (deadline != null && meets != null) {
            lines.add("  Its deadline, " + text.past(deadline) + ": " + meets.word() + ".");
        }
        if (!added.known()) {
            lines.add("  No task of its type has run yet, so a typical task of this pool stands"
                    + " in; 'expect' in its file says how long one takes.");
        }
        return lines;
    }

    private String together(String what, Together jobs) {
        return what
                + (jobs.known() < jobs.of()
                        ? " with a forecast (" + jobs.known() + " of " + Counted.of(jobs.of(), "job") + ")"
                        : "")
                + ": " + GainText.of(jobs.difference(), result.at()) + ".";
    }
}
