package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.Span;
import org.gleaner.simulator.experiment.RunResult.Strip;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/** Runs that nobody ran, for pictures whose look is tried. */
final class Invented {
    private static final long STEP = 60_000;
    private static final List<Fate> FATES = List.of(Fate.USEFUL, Fate.LOST, Fate.SUPERFLUOUS, Fate.DOWN);

    private Invented() {}

    /** Two combinations on one seed, with types and machines of these names. */
    static Findings findings(List<String> types, int machines, String kind) {
        Map<Combination, List<RunResult>> runs = new LinkedHashMap<>();
        for (String strategy : List.of("balanced", "uptime")) {
            Combination combination = new Combination(strategy, "plain");
            long makespan = (strategy.equals("balanced") ? 3000 : 2500) * STEP;
            runs.put(combination, List.of(run(combination, makespan, types, machines, kind)));
        }
        return new Findings(
                "<invented> & \"quoted\"", TimeScale.STEPS, List.of(new Yardstick(1, 1400 * STEP, 1900 * STEP)), runs);
    }

    private static RunResult run(
            Combination combination, long makespan, List<String> types, int machines, String kind) {
        List<TypeResult> results = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            List<Point> points = new ArrayList<>();
            long finished = makespan - i * 100L * STEP / types.size();
            for (int part = 1; part <= 20; part++) {
                points.add(new Point(finished * part / 20, 5L * part));
            }
            results.add(new TypeResult(types.get(i), 100, finished, makespan / 2.0, points));
        }
        List<Strip> strips = new ArrayList<>();
        for (int i = 0; i < machines; i++) {
            List<Span> spans = new ArrayList<>();
            long at = 0;
            for (int n = 0; at < makespan && n < 1000; n++) {
                Fate fate = FATES.get((i + n) % 4);
                long long50 = (50 + 20L * (n % 5)) * STEP;
                spans.add(new Span(at, at + long50, types.get(0), fate));
                at += long50 + (n % 7 == 0 ? 5 * STEP : 0);
            }
            strips.add(new Strip(kind + "-" + i, kind + i / 10, spans));
        }
        return new RunResult(
                "invented",
                1,
                combination,
                makespan,
                0,
                makespan / 2,
                makespan * 9 / 10,
                60,
                30,
                10,
                120,
                new RunResult.Flow(50, 40, 90),
                12,
                results,
                List.of(),
                strips);
    }
}
