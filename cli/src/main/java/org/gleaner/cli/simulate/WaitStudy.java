package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.Setting;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Foresight;
import org.gleaner.simulator.experiment.Foresight.Wait;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.scenario.KthRecipe;
import org.gleaner.simulator.scenario.KthRecipe.Known;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Compares forecasts of how long jobs wait with how long they did, with run times learnt and with what owners said. */
record WaitStudy(Path data, boolean json, Surroundings here) {
    /** What was tried was tried on the first; the second was looked at when that was done. */
    private static final List<Stretch> STRETCHES = List.of(new Stretch("A", 3_000), new Stretch("B", 15_000));

    private static final int JOBS = 6_000;
    private static final int EVERY = 10;
    private static final int FUTURES = 9;
    private static final double WAITED = 0.1;
    private static final double HALF = 0.5;

    /** The order of arrival alone, so that the same happens whatever is known of run times. */
    private static final Combination IN_ORDER = new Combination(
            "fifo", "off", new TreeMap<>(Map.of(Setting.FAIRNESS.word(), "balanced", "chunk-tasks", "1")));

    /** Jobs of the log that follow so many others. */
    private record Stretch(String name, int from) {}

    /** What was said of waits in one way: of how many jobs that had to wait, and how wrong it was, in minutes. */
    private record Waits(Stretch stretch, Known known, int jobs, double within, double middle, double mean) {
        static Waits of(Stretch stretch, Known known, List<Wait> waits) {
            List<Double> errors = new ArrayList<>();
            double sum = 0;
            int within = 0;
            for (Wait one : waits) {
                if (one.waited() > WAITED) {
                    double error = Math.abs(one.p50() - one.waited());
                    errors.add(error);
                    // Where nobody looked as far as its start, there is no error to add.
                    sum += Double.isInfinite(error) ? 0 : error;
                    within += one.waited() >= one.p10() && one.waited() <= one.p90() ? 1 : 0;
                }
            }
            errors.sort(Double::compare);
            int count = Math.max(1, errors.size());
            double middle = errors.isEmpty() ? 0 : errors.get(errors.size() / 2);
            return new Waits(stretch, known, errors.size(), (double) within / count, middle, sum / count);
        }

        String words() {
            return known == Known.LEARNT ? "as learnt" : "as the owners said";
        }
    }

    int run() throws ScenarioError, IOException {
        KthRecipe recipe = KthRecipe.in(data);
        List<Waits> rows = new ArrayList<>();
        double ratio = Double.NaN;
        for (Stretch stretch : STRETCHES) {
            Waits learnt = waits(recipe, stretch, Known.LEARNT);
            Waits said = waits(recipe, stretch, Known.SAID);
            rows.addAll(List.of(learnt, said));
            ratio = learnt.middle() / said.middle();
        }
        boolean good = ratio <= HALF;
        if (json) {
            Printer.json(here.out(), rows, (out, some) -> write(out, some, good));
        } else {
            print(rows);
            here.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%s: on B the median error is %.2f times the error with owners' estimates; at most 0.5 is"
                                    + " expected.",
                            good ? "Learning pays" : "Learning does NOT pay enough",
                            ratio));
        }
        return good ? Exit.OK : Exit.FAILED;
    }

    private static Waits waits(KthRecipe recipe, Stretch stretch, Known known) {
        Trial trial = recipe.trial(stretch.from(), JOBS, known);
        return Waits.of(stretch, known, Foresight.waits(trial, IN_ORDER, Options.USUAL, EVERY, FUTURES));
    }

    private void print(List<Waits> rows) {
        here.out().println("| jobs | run times | jobs that waited | p10 to p90 | median error min | mean error min |");
        here.out().println("| --- | --- | --- | --- | --- | --- |");
        for (Waits row : rows) {
            here.out()
                    .println(String.format(
                            Locale.ROOT,
                            "| %s: %d to %d | %s | %d | %.1f %% | %.1f | %.1f |",
                            row.stretch().name(),
                            row.stretch().from() + 1,
                            row.stretch().from() + JOBS,
                            row.words(),
                            row.jobs(),
                            100 * row.within(),
                            row.middle(),
                            row.mean()));
        }
    }

    private static void write(JsonGenerator out, List<Waits> rows, boolean good) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("good", good);
        out.writeArrayFieldStart("rows");
        for (Waits row : rows) {
            out.writeStartObject();
            out.writeStringField("stretch", row.stretch().name());
            out.writeNumberField("from", row.stretch().from() + 1);
            out.writeStringField("runTimes", row.known().name().toLowerCase(Locale.ROOT));
            out.writeNumberField("jobs", row.jobs());
            out.writeNumberField("within", row.within());
            out.writeNumberField("medianError", row.middle());
            out.writeNumberField("meanError", row.mean());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
