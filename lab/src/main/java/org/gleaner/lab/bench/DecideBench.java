package org.gleaner.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Turn;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.core.store.InMemoryStore;

/**
 * What choosing costs: one call of a node that asks for work, for every strategy, by the number of candidate groups and
 * of ready tasks; for jobs of one owner that all have a weight of their own; and for every kind of redundancy, when
 * nothing is ready and 10 000 tasks run.
 */
final class DecideBench {
    private static final int[] GROUPS = {10, 100, 1_000, 10_000};
    private static final int[] TASKS = {1_000, 10_000, 100_000, 1_000_000};
    private static final int OWNERS = 20;
    private static final int NODES = 100;
    private static final int MOST_DECISIONS = 200;
    /** Every grid and strategy has its turn so often, as a noisy moment must not hit one of them alone. */
    private static final int ROUNDS = 10;

    private static final int WEIGHED = 10_000;
    private static final int WEIGHTS = 10;

    private static final int RUNNING = 10_000;
    private static final int IDLE = 400;
    /** After fewer, what is measured is how far the compiler has come. */
    private static final int WARM_UP = 20_000;

    private static final int WARM_UP_TAILS = 10;

    private static final int BAR_GROUPS = 1_000;
    private static final double DECISION_MICROS = 100;
    private static final double FLAT = 2;
    /** Each decision takes the last task of a group, of very many. */
    private static final double GROUP_GONE_MICROS = 1_000;

    private static final double TAIL_MICROS = 200;

    private final BenchFrame bench;
    private final List<Cell> cells = cells();
    private final Weighed weighed = new Weighed(new Samples(), new Samples(), new Samples());
    private final TreeMap<String, Samples> tails = new TreeMap<>();

    DecideBench(BenchFrame bench) {
        this.bench = bench;
    }

    private record Cell(int groups, int tasks, TreeMap<String, Samples> samples) {}

    /** What it costs to take in a job with a weight of its own, to give out its only task, and to let it go. */
    private record Weighed(Samples submit, Samples decide, Samples commit) {}

    BenchReport run() {
        warmUp();
        measure();
        weigh();
        for (String redundancy : Redundancies.names()) {
            if (!redundancy.equals(Redundancies.OFF.name())) {
                tails.put(redundancy, tail(redundancy, RUNNING));
            }
        }
        return report();
    }

    /** The code is compiled before anything counts. */
    private static void warmUp() {
        BenchedGrid grid = grid(BAR_GROUPS, 1_000 * BAR_GROUPS);
        for (String strategy : Strategies.names()) {
            grid.set(Setting.STRATEGY, strategy);
            for (int i = 0; i < WARM_UP; i++) {
                grid.serve();
            }
        }
        for (int i = 0; i < WARM_UP_TAILS; i++) {
            Redundancies.names().forEach(redundancy -> tail(redundancy, RUNNING / 10));
        }
    }

    /** Jobs of one type each, of different lengths, that share the tasks between them. */
    private static BenchedGrid grid(int groups, int tasks) {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        grid.connect(NODES);
        for (int i = 0; i < groups; i++) {
            Owner owner = new Owner("owner-" + i % OWNERS);
            String type = "type-" + i;
            grid.submit(owner, BenchedGrid.job(type, new ArrayShape.Range(1, tasks / groups, 1)), List.of());
            grid.learn(new TypeKey(owner, type), 1 + i % 500);
        }
        return grid;
    }

    private static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int groups : GROUPS) {
            for (int tasks : TASKS) {
                if (tasks >= groups) {
                    TreeMap<String, Samples> samples = new TreeMap<>();
                    Strategies.names().forEach(strategy -> samples.put(strategy, new Samples()));
                    cells.add(new Cell(groups, tasks, samples));
                }
            }
        }
        return cells;
    }

    private void measure() {
        List<BenchedGrid> grids =
                cells.stream().map(cell -> grid(cell.groups(), cell.tasks())).toList();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < grids.size(); i++) {
                turn(cells.get(i), grids.get(i));
            }
        }
    }

    private static void turn(Cell cell, BenchedGrid grid) {
        // So that enough are left of the smallest grid for the last strategy.
        int decisions =
                Math.min(MOST_DECISIONS, cell.tasks() / 2 / Strategies.names().size()) / ROUNDS;
        for (String strategy : Strategies.names()) {
            grid.set(Setting.STRATEGY, strategy);
            Samples samples = Objects.requireNonNull(cell.samples().get(strategy));
            for (int i = 0; i < decisions; i++) {
                samples.add(grid.serve().sync());
            }
        }
    }

    /** One owner has very many jobs that each have a weight, and one that has none. */
    private void weigh() {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        grid.connect(NODES);
        Owner owner = new Owner("owner");
        grid.submit(owner, BenchedGrid.job("usual", new ArrayShape.Range(1, WEIGHED, 1)), List.of());
        for (int i = 0; i < WEIGHED; i++) {
            Turn turn = Turn.USUAL.with(0, 2 + i % WEIGHTS, null);
            JobSpec job = BenchedGrid.job("type-" + i % WEIGHTS, new ArrayShape.Single())
                    .withTurn(turn);
            long before = ThisMachine.cpuNanos();
            grid.submit(owner, job, List.of());
            weighed.submit().add(ThisMachine.cpuNanos() - before);
        }
        for (int i = 0; i < WEIGHED / 2; i++) {
            BenchedGrid.Cost cost = grid.serve();
            weighed.decide().add(cost.sync());
            weighed.commit().add(cost.commit());
        }
    }

    /** All tasks run; then others ask, and get a copy or nothing. */
    private static Samples tail(String redundancy, int running) {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        grid.connect(running + IDLE);
        Owner owner = new Owner("owner");
        grid.submit(owner, BenchedGrid.job("type", new ArrayShape.Range(1, running, 1)), List.of());
        grid.learn(new TypeKey(owner, "type"), 1);
        for (int i = 0; i < running; i++) {
            grid.ask(i);
        }
        grid.set(Setting.REDUNDANCY, redundancy);
        Samples samples = new Samples();
        for (int i = 0; i < IDLE; i++) {
            samples.add(grid.ask(running + i));
        }
        return samples;
    }

    private BenchReport report() {
        FigureTable decisions = FigureTable.of(
                "Microseconds of CPU time for one decision, median",
                "ready | " + String.join(" | ", Strategies.names()));
        for (Cell cell : cells) {
            Double[] figures = Strategies.names().stream()
                    .map(strategy -> micros(cell, strategy))
                    .toArray(Double[]::new);
            decisions = decisions.with(cell.tasks() + " tasks in " + cell.groups() + " groups", figures);
        }
        FigureTable tail =
                FigureTable.of("Nothing is ready, " + RUNNING + " tasks run", "redundancy | p50 us | p99 us");
        for (String redundancy : tails.keySet()) {
            Samples samples = tails.get(redundancy);
            tail = tail.with(redundancy, samples.micros(0.5), samples.micros(0.99));
        }
        FigureTable weights = FigureTable.of(
                        WEIGHED + " jobs of one owner, each with a weight of its own", "call | p50 us | p99 us")
                .with("submit", weighed.submit().micros(0.5), weighed.submit().micros(0.99))
                .with("ask", weighed.decide().micros(0.5), weighed.decide().micros(0.99))
                .with("commit", weighed.commit().micros(0.5), weighed.commit().micros(0.99));
        bench.notes().add("a decision is the CPU time of the batch step for one sync that brings a task");
        return bench.report("decide", List.of(decisions, weights, tail), bars());
    }

    private List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        int few = TASKS[0];
        int many = TASKS[TASKS.length - 1];
        for (String strategy : Strategies.names()) {
            double atBar = micros(strategy, BAR_GROUPS, many);
            bars.add(new Bar(strategy + ", " + BAR_GROUPS + " groups", atBar, DECISION_MICROS, "us"));
            double ratio = micros(strategy, GROUPS[0], many) / micros(strategy, GROUPS[0], few);
            bars.add(new Bar(strategy + ", 10^6 tasks against 10^3", ratio, FLAT, "times"));
            int groups = GROUPS[GROUPS.length - 1];
            double single = micros(strategy, groups, groups);
            bars.add(new Bar(strategy + ", " + groups + " groups of one task", single, GROUP_GONE_MICROS, "us"));
        }
        bars.add(new Bar(WEIGHED + " jobs with a weight", weighed.decide().micros(0.5), GROUP_GONE_MICROS, "us"));
        tails.forEach((redundancy, samples) ->
                bars.add(new Bar("tail rule " + redundancy, samples.micros(0.5), TAIL_MICROS, "us")));
        return bars;
    }

    private double micros(String strategy, int groups, int tasks) {
        return cells.stream()
                .filter(one -> one.groups() == groups && one.tasks() == tasks)
                .mapToDouble(one -> micros(one, strategy))
                .findFirst()
                .orElseThrow();
    }

    private static double micros(Cell cell, String strategy) {
        return Objects.requireNonNull(cell.samples().get(strategy)).micros(0.5);
    }
}
