package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Setting;
import org.gleaner.simulator.experiment.RunResult.Fate;
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

    /** So many machines they share, each of which has one unit after the other. */
    public static final int MACHINES = 10;

    /** Between two arrivals in the simulation; enough for newcomers to catch up. */
    private static final long PHASE = 150 * Trial.STEP;

    private static final int UNITS = 2_000;

    /**
     * A machine had a unit of a problem.
     *
     * @param problem by its number, in the order in which they come
     * @param from milliseconds from the begin
     */
    public record Turn(int problem, long from, long to) {}

    /**
     * @param at milliseconds from the begin
     * @param sum of the absolute values of how far each problem is below its part of all time that was spent
     */
    public record Sample(long at, int problems, double sum) {}

    /**
     * How it went.
     *
     * @param phase milliseconds between two arrivals
     * @param samples one after each result, and one at each arrival
     */
    public record Course(long phase, List<Sample> samples) {
        public Course {
            samples = List.copyOf(samples);
        }

        /** How far the course is at this time, when all of it is 1. */
        public double part(long at) {
            return at / ((TIMES + 1.0) * phase);
        }

        /** The samples from this arrival to the next, the first arrival being 1. */
        public List<Sample> since(int arrival) {
            return samples.stream()
                    .filter(sample -> sample.at() >= arrival * phase && sample.at() < (arrival + 1) * phase)
                    .toList();
        }
    }

    private Balance() {}

    /** In the simulation. */
    public static Course simulated() {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(Setting.FAIRNESS_WINDOW.word(), "off");
        RunResult run =
                Experiment.run(trial(), new Combination("balanced", "off", settings), Options.USUAL.withStrips());
        List<Turn> turns = run.strips().stream()
                .flatMap(strip -> strip.spans().stream())
                .filter(span -> span.fate() != Fate.DOWN)
                .map(span -> new Turn(Integer.parseInt(span.type()), span.from(), span.to()))
                .toList();
        return course(PHASE, turns);
    }

    /**
     * What follows from what the machines had.
     *
     * @param phase milliseconds between two arrivals
     */
    public static Course course(long phase, List<Turn> turns) {
        TreeSet<Long> times = new TreeSet<>();
        turns.forEach(turn -> times.add(turn.to()));
        for (int i = 1; i <= TIMES; i++) {
            times.add(i * phase);
        }
        List<Sample> samples = new ArrayList<>();
        for (long at : times.subSet(1L, true, (TIMES + 1) * phase, true)) {
            samples.add(sample(at, problems((int) Math.min(TIMES, at / phase)), turns));
        }
        return new Course(phase, samples);
    }

    /** How many problems there are after so many arrivals. */
    public static int problems(int arrivals) {
        return FIRST + MORE * arrivals;
    }

    private static Sample sample(long at, int problems, List<Turn> turns) {
        double[] spent = new double[problems];
        double all = 0;
        for (Turn turn : turns) {
            long time = Math.min(at, turn.to()) - turn.from();
            if (time > 0) {
                // A problem that comes at this very moment has nothing yet.
                spent[turn.problem()] += time;
                all += time;
            }
        }
        double sum = 0;
        for (double one : spent) {
            sum += Math.abs(1.0 / problems - one / all);
        }
        return new Sample(at, problems, sum);
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
        for (int i = 0; i < problems(TIMES); i++) {
            long phase = i < FIRST ? 0 : 1 + (i - FIRST) / MORE;
            long[] works = new long[UNITS];
            Arrays.fill(works, Trial.STEP);
            batches.add(new Batch(phase * PHASE, "problem" + i, Integer.toString(i), works));
        }
        long end = (TIMES + 1) * PHASE;
        return new Trial("page-fig3", 1, machines, batches, 0, end, end);
    }
}
