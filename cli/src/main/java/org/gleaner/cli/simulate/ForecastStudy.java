package org.gleaner.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Experiments;
import org.gleaner.simulator.experiment.Experiments.Outcome;
import org.gleaner.simulator.experiment.Foresight;
import org.gleaner.simulator.experiment.Foresight.Answer;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.report.Calibrated;
import org.gleaner.simulator.report.ForecastPicture;
import org.gleaner.simulator.report.Foreseen;
import org.gleaner.simulator.scenario.GolemRecipe;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Compares forecasts with what happened, on records of real machines and jobs. */
final class ForecastStudy {
    static final String ENDS = "forecast";
    static final String WAITS = "forecast-waits";
    static final List<String> NAMES = List.of(ENDS, WAITS);

    static final int SEEDS = 3;
    private static final int FUTURES = 20;

    /** How often all open jobs of a trial are asked for. */
    private static final int TIMES = 12;

    private static final String SUBJECT = "Forecasts of when jobs finish, and when they did";

    private static final int JOBS = 4_000;
    private static final double LOAD = 0.7;
    private static final double LEAST_WITHIN = 0.78;
    private static final double MOST_WITHIN = 0.82;

    private final Path data;
    private final Combination combination;
    private final OutputFiles files;
    private final boolean json;
    private final Surroundings here;

    /** @param settings of the pool that are not as usual */
    ForecastStudy(Path data, SortedMap<String, String> settings, OutputFiles files, boolean json, Surroundings here) {
        this.data = data;
        this.combination = new Combination("survival", "computed", settings);
        this.files = files;
        this.json = json;
        this.here = here;
    }

    int run(String name, List<Long> seeds, int threads) throws ScenarioError, IOException, InterruptedException {
        return name.equals(ENDS) ? ends(seeds, threads) : new WaitStudy(data, json, here).run();
    }

    private int ends(List<Long> seeds, int threads) throws ScenarioError, IOException, InterruptedException {
        Map<String, Foreseen> rows = new LinkedHashMap<>();
        Scenario scenario = GolemRecipe.in(data).arrivals(LOAD, JOBS);
        List<Answer> raw = new ArrayList<>();
        List<Answer> all = new ArrayList<>();
        Experiments experiments = new Experiments(scenario, List.of(), Options.USUAL);
        for (Outcome<List<Answer>> one : experiments.run(seeds, this::ask, threads, (runs, of) -> {})) {
            List<Answer> told = Calibrated.of(one.study());
            rows.put("seed " + one.seed(), Foreseen.of(told));
            all.addAll(told);
            raw.addAll(one.study());
        }
        Foreseen pooled = Foreseen.of(all);
        rows.put("all seeds", pooled);
        rows.put("all seeds, not calibrated", Foreseen.of(raw));
        for (int fifth : List.of(0, 2, 4)) {
            rows.put(20 * fifth + " to " + 20 * (fifth + 1) + " % of its life", Foreseen.inLife(all, fifth));
        }
        rows.put("said: less than 2 h", Foreseen.said(all, 0, 120));
        rows.put("said: 2 to 12 h", Foreseen.said(all, 120, 720));
        rows.put("said: more than 12 h", Foreseen.said(all, 720, Double.MAX_VALUE));
        files.draw(paper -> paper ? ForecastPicture.onPaper(all, raw, SUBJECT) : ForecastPicture.of(all, raw, SUBJECT));
        boolean good = pooled.within() >= LEAST_WITHIN && pooled.within() <= MOST_WITHIN;
        if (json) {
            Printer.json(here.out(), rows, (out, some) -> write(out, some, good));
        } else {
            here.out().println("| asked | answers | p10 to p90 | earlier | later | truth / p50 | error |");
            here.out().println("| --- | --- | --- | --- | --- | --- | --- |");
            rows.forEach((label, row) -> here.out().println(line(label, row)));
            here.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%s: %.1f %% were done from p10 to p90; 78 to 82 %% are expected.",
                            good ? "The range holds" : "The range does NOT hold",
                            100 * pooled.within()));
        }
        return good ? Exit.OK : Exit.FAILED;
    }

    private List<Answer> ask(Trial trial) {
        long last = trial.batches().get(trial.batches().size() - 1).arrives();
        Duration every = Duration.ofMillis((last - trial.opens()) / TIMES);
        return Foresight.of(trial, combination, Options.USUAL, every, FUTURES);
    }

    private static String line(String label, Foreseen row) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.2f | %.2f |",
                label,
                row.answers(),
                100 * row.within(),
                100 * row.earlier(),
                100 * row.later(),
                row.ratio(),
                row.error());
    }

    private static void write(JsonGenerator out, Map<String, Foreseen> rows, boolean good) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("good", good);
        out.writeArrayFieldStart("rows");
        for (Map.Entry<String, Foreseen> row : rows.entrySet()) {
            out.writeStartObject();
            out.writeStringField("asked", row.getKey());
            out.writeNumberField("answers", row.getValue().answers());
            out.writeNumberField("within", row.getValue().within());
            out.writeNumberField("earlier", row.getValue().earlier());
            out.writeNumberField("later", row.getValue().later());
            out.writeNumberField("ratio", row.getValue().ratio());
            out.writeNumberField("error", row.getValue().error());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
