package org.gleaner.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.store.InMemoryStore;
import org.jspecify.annotations.Nullable;

/**
 * What it costs to look ahead: a hundred thousand open tasks on a thousand nodes, as one array, as many jobs, as jobs
 * that have nothing in common, and as jobs that wait for each other. CPU time of the thread that looks.
 */
final class ForecastBench {
    private static final int NODES = 1_000;
    private static final int TASKS = 100_000;
    private static final int JOBS = 10_000;
    private static final int TYPES = 30_000;
    private static final int CHAIN = 100;
    private static final int WAITING = 40_000;
    private static final int FUTURES = 20;

    private static final double MEDIAN_SECONDS = 1;
    private static final double RANGE_SECONDS = 10;
    private static final double ESTIMATE_MILLIS = 4;
    private static final double NANOS = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final BenchFrame bench;

    ForecastBench(BenchFrame bench) {
        this.bench = bench;
    }

    /** A pool with its open work, by a name. */
    private record Case(String name, Sketch sketch) {}

    BenchReport run() {
        FigureTable table = FigureTable.of(
                TASKS + " open tasks on " + NODES + " nodes",
                "as | open jobs | starts | first future CPU s | " + FUTURES
                        + " futures CPU s | a job's estimate CPU ms");
        List<Bar> bars = new ArrayList<>();
        List<Case> cases = List.of(array(), jobs(), types(), chains());
        // The code is compiled before anything counts.
        cases.forEach(one -> look(one.sketch(), 2));
        for (Case one : cases) {
            Cost cost = look(one.sketch(), FUTURES);
            table = table.with(
                    one.name(),
                    (double) one.sketch().jobs().size(),
                    (double) cost.starts(),
                    cost.first(),
                    cost.all(),
                    cost.estimate());
            bars.add(new Bar("a median, " + one.name(), cost.first(), MEDIAN_SECONDS, "s of CPU"));
            bars.add(new Bar("a range, " + one.name(), cost.all(), RANGE_SECONDS, "s of CPU"));
            if (one.sketch().jobs().size() > 1) {
                bars.add(new Bar("one job, " + one.name(), cost.estimate(), ESTIMATE_MILLIS, "ms of CPU"));
            }
        }
        bench.notes()
                .addAll(List.of(
                        "a job's estimate: all " + FUTURES + " futures and the answers of all jobs, by the number of"
                                + " jobs",
                        "starts: of tasks in one future, each of which stands for as many as it must"));
        SketchCosts sketches = new SketchCosts();
        FigureTable sketched = sketches.table(bars);
        return bench.report("forecast", List.of(table, sketched), bars);
    }

    private record Cost(int starts, double first, double all, double estimate) {}

    private static Cost look(Sketch sketch, int futures) {
        long before = ThisMachine.cpuNanos();
        Prospect prospect =
                new Prospect(sketch, sketch.at(), Duration.ofMinutes(3), Map.of(), 1, SplittableRandom::new);
        int starts = prospect.look();
        double first = (ThisMachine.cpuNanos() - before) / NANOS;
        for (int future = 1; future < futures; future++) {
            prospect.look();
        }
        double all = (ThisMachine.cpuNanos() - before) / NANOS;
        int known = 0;
        for (JobId job : sketch.jobs().keySet()) {
            known += prospect.of(job).isPresent() ? 1 : 0;
        }
        if (known != sketch.jobs().size()) {
            throw new IllegalStateException(
                    "of " + known + " jobs of " + sketch.jobs().size() + " something is said");
        }
        double estimate = (ThisMachine.cpuNanos() - before) / NANOS_PER_MILLI / known;
        return new Cost(starts, first, all, estimate);
    }

    /** Nodes of different speeds that stay for a day, a week, a month. */
    private static BenchedGrid grid() {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        for (int node = 0; node < NODES; node++) {
            NodeFacts facts =
                    new NodeFacts("bench-" + node, "linux", "x64", 1, Duration.ofMillis(200 + node % 7 * 50), "0");
            Stay stay = new Stay("stay", Duration.ofHours(1 + node % 29 * 24L));
            grid.connect(new Introduction(facts, JoinDoor.ONE_SLOT, List.of(), stay));
        }
        return grid;
    }

    private static Owner owner(int number) {
        return new Owner("owner-" + number % 20);
    }

    private static Case told(String name, BenchedGrid grid) {
        grid.askAll();
        return new Case(name, grid.sketch());
    }

    private static void learn(BenchedGrid grid, Owner owner, String type, double minutes) {
        grid.learn(new TypeKey(owner, type), minutes / 2, minutes, minutes, 2 * minutes);
    }

    private static Case array() {
        BenchedGrid grid = grid();
        learn(grid, owner(0), "type", 20);
        grid.submit(owner(0), BenchedGrid.job("type", new ArrayShape.Range(1, TASKS, 1)), List.of());
        return told("one array", grid);
    }

    private static Case jobs() {
        BenchedGrid grid = grid();
        for (int job = 0; job < JOBS; job++) {
            String type = "type-" + job % 100;
            learn(grid, owner(job), type, 1 + job % 100);
            grid.submit(owner(job), BenchedGrid.job(type, new ArrayShape.Range(1, TASKS / JOBS, 1)), List.of());
        }
        return told(JOBS + " jobs of 100 types", grid);
    }

    private static Case types() {
        BenchedGrid grid = grid();
        for (int job = 0; job < TYPES; job++) {
            learn(grid, owner(0), "type-" + job, 1 + job % 100);
            grid.submit(owner(0), BenchedGrid.job("type-" + job, new ArrayShape.Range(1, TASKS / TYPES, 1)), List.of());
        }
        return told(TYPES + " jobs of own types", grid);
    }

    /** Each job waits for the one before it, but the first of each chain. */
    private static Case chains() {
        BenchedGrid grid = grid();
        learn(grid, owner(0), "type", 20);
        JobId before = null;
        for (int job = 0; job < WAITING + WAITING / CHAIN; job++) {
            JobSpec spec = BenchedGrid.job("type", new ArrayShape.Range(1, 2, 1));
            boolean waits = before != null && job % (CHAIN + 1) > 0;
            before = grid.submit(owner(0), waits ? spec.withTurn(after(before)) : spec, List.of());
        }
        return told(WAITING + " dependencies in chains", grid);
    }

    private static Turn after(@Nullable JobId before) {
        Predecessor one = new Predecessor(Objects.requireNonNull(before), new Ordinals(List.of()), false);
        return new Turn(0, 1, List.of(one), null, false);
    }
}
