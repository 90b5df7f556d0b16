package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Setting;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Span;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/**
 * How evenly problems of equal weight are served while more of them come: the balance of the paper's Fig. 3. Each
 * problem is an owner of its own, as owners share the pool by the same rule and in one account each; the time in which
 * newcomers catch up is unbounded, as in the paper.
 */
public final class Balance {
    /** So many problems are there from the begin; then some more come, again and again. */
    public static final int FIRST = 5;

    public static final int MORE = 2;
    public static final int TIMES = 3;

    /** Between two arrivals; enough for newcomers to catch up. */
    public static final long PHASE = 150 * Trial.STEP;

    private static final int MACHINES = 10;
    private static final int UNITS = 2_000;

    /**
     * @param at milliseconds from the begin
     * @param sum of the absolute values of how far each problem is below its part of all time that was spent
     */
    public record Sample(long at, int problems, double sum) {}

    private Balance() {}

    /** One after each result. */
    public static List<Sample> samples() {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(Setting.FAIRNESS_WINDOW.word(), "off");
        RunResult run =
                Experiment.run(trial(), new Combination("balanced", "off", settings), Options.USUAL.withStrips());
        List<Span> spans = run.strips().stream()
                .flatMap(strip -> strip.spans().stream())
                .filter(span -> span.fate() != Fate.DOWN)
                .toList();
        TreeSet<Long> times = new TreeSet<>();
        spans.forEach(span -> times.add(span.to()));
        for (int i = 1; i <= TIMES; i++) {
            times.add(i * PHASE);
        }
        List<Sample> samples = new ArrayList<>();
        for (long at : times.subSet(1L, true, (TIMES + 1) * PHASE, true)) {
            samples.add(sample(at, spans));
        }
        return samples;
    }

    /** How many problems there are at this time. */
    static int problems(long at) {
        return FIRST + MORE * (int) Math.min(TIMES, at / PHASE);
    }

    private static Sample sample(long at, List<Span> spans) {
        double[] spent = new double[problems(at)];
        double all = 0;
        for (Span span : spans) {
            long time = Math.min(at, span.to()) - span.from();
            if (time > 0) {
                // A problem that comes at this very moment has nothing yet.
                spent[Integer.parseInt(span.type())] += time;
                all += time;
            }
        }
        double sum = 0;
        for (double one : spent) {
            sum += Math.abs(1.0 / spent.length - one / all);
        }
        return new Sample(at, spent.length, sum);
    }

    private static Trial trial() {
        List<TrialMachine> machines = new ArrayList<>();
        for (int i = 0; i < MACHINES; i++) {
            machines.add(new TrialMachine("m" + i, "even", TrialMachine.REFERENCE_POWER, new UpWindows() {
                @Override
                public long start(int index) {
                    return index == 0 ? 0 : NEVER;
                }

                @Override
                public long end(int index) {
                    return NEVER;
                }
            }));
        }
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < problems(TIMES * PHASE); i++) {
            long phase = i < FIRST ? 0 : 1 + (i - FIRST) / MORE;
            long[] works = new long[UNITS];
            Arrays.fill(works, Trial.STEP);
            batches.add(new Batch(phase * PHASE, "problem" + i, Integer.toString(i), works));
        }
        long end = (TIMES + 1) * PHASE;
        return new Trial("page-fig3", 1, machines, batches, 0, end, end);
    }
}
