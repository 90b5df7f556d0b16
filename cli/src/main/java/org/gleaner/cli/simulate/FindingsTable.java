package org.gleaner.cli.simulate;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gleaner.simulator.report.Figures;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Measure;
import org.gleaner.simulator.report.PartSummary;
import org.gleaner.simulator.report.Summary;
import org.gleaner.simulator.report.TimeScale;
import org.gleaner.terminal.console.Table;

/** Findings for people: one row per combination, the bounds above. */
final class FindingsTable {
    private static final int MOST_ROWS = 10;

    private final Findings findings;
    private final TimeScale scale;

    FindingsTable(Findings findings) {
        this.findings = findings;
        this.scale = findings.scale();
    }

    void print(PrintStream out) {
        List<Summary> summaries = findings.summaries();
        int seeds = findings.yardsticks().size();
        out.println(
                findings.scenario() + ": " + seeds + (seeds == 1 ? " seed" : " seeds") + ", times in " + scale.words());
        out.println("bounds: capacity " + time(findings.capacity().mean()) + ", clairvoyant "
                + time(findings.clairvoyant().mean()));
        out.println();
        Table table = new Table(
                "STRATEGY",
                "REDUNDANCY",
                "MAKESPAN",
                "/CAP",
                "/CLAIR",
                "90%",
                "99%",
                "LOST",
                "COPIES",
                "EFFIC",
                "SPREAD",
                "JAIN",
                "FLOW",
                "VS FIRST");
        for (Summary summary : summaries) {
            table.add(
                    summary.combination().strategy(),
                    summary.combination().redundancy(),
                    makespan(summary),
                    Figures.ratio(summary.mean(Measure.TO_CAPACITY)),
                    Figures.ratio(summary.mean(Measure.TO_CLAIRVOYANT)),
                    time(summary.mean(Measure.TO_90)),
                    time(summary.mean(Measure.TO_99)),
                    Figures.percent(summary.mean(Measure.LOST)),
                    Figures.percent(summary.mean(Measure.COPIES)),
                    Figures.percent(summary.mean(Measure.EFFICIENCY)),
                    Figures.ratio(summary.mean(Measure.SPREAD)),
                    Figures.ratio(summary.mean(Measure.JAIN)),
                    time(summary.mean(Measure.FLOW)),
                    versus(summaries.get(0), summary));
        }
        table.print(out);
        printTypes(out, summaries);
        printOwners(out, summaries);
        for (Summary summary : summaries) {
            if (summary.unfinished() > 0) {
                out.println(summary.combination().label() + ": " + summary.unfinished() + " of " + seeds
                        + " runs did not end; they count as the limit.");
            }
        }
    }

    /** When each type was done, if there are several. */
    private void printTypes(PrintStream out, List<Summary> summaries) {
        Table table = new Table("STRATEGY", "REDUNDANCY", "TYPE", "TASKS", "FLOW", "100%");
        for (Summary summary : summaries) {
            for (PartSummary type : mostTasks(summary.types())) {
                table.add(
                        summary.combination().strategy(),
                        summary.combination().redundancy(),
                        type.name(),
                        Long.toString(Math.round(type.tasks())),
                        time(type.flow()),
                        time(type.finish()));
            }
        }
        print(out, table, summaries.get(0).types().size(), "types");
    }

    /** What each owner got, if there are several. */
    private void printOwners(PrintStream out, List<Summary> summaries) {
        Table table = new Table("STRATEGY", "REDUNDANCY", "OWNER", "TASKS", "SHARE", "FLOW", "FINISH");
        for (Summary summary : summaries) {
            for (PartSummary owner : mostTasks(summary.owners())) {
                table.add(
                        summary.combination().strategy(),
                        summary.combination().redundancy(),
                        owner.name(),
                        Long.toString(Math.round(owner.tasks())),
                        Figures.percent(owner.share()),
                        time(owner.flow()),
                        time(owner.finish()));
            }
        }
        print(out, table, summaries.get(0).owners().size(), "owners");
    }

    /** All, or where there are many those with the most tasks. */
    private static List<PartSummary> mostTasks(List<PartSummary> all) {
        if (all.size() <= MOST_ROWS) {
            return all;
        }
        List<PartSummary> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingDouble(PartSummary::tasks).reversed());
        return sorted.subList(0, MOST_ROWS);
    }

    /** @param of how many there are of what the table is about; a single one is told by the first table */
    private static void print(PrintStream out, Table table, int of, String what) {
        if (of < 2) {
            return;
        }
        out.println();
        table.print(out);
        if (of > MOST_ROWS) {
            out.println("and " + (of - MOST_ROWS) + " " + what + " with fewer tasks; --json has all.");
        }
    }

    private String makespan(Summary summary) {
        String mean = time(summary.mean(Measure.MAKESPAN));
        return summary.seeds() == 1
                ? mean
                : mean + " ±" + time(summary.sample(Measure.MAKESPAN).sd());
    }

    private String versus(Summary first, Summary summary) {
        return summary.combination().equals(first.combination())
                ? "-"
                : Figures.ratio(findings.pair(summary.combination(), first.combination())
                        .makespan());
    }

    private String time(double millis) {
        return scale.text(millis);
    }
}
