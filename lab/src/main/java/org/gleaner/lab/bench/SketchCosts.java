package org.gleaner.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.store.InMemoryStore;

/**
 * What whoever looks ahead costs the thread that owns the grid: the images that carry the sketch of a million open
 * tasks on ten thousand busy nodes, a second apart, each after a thousand tasks of different nodes have ended.
 */
final class SketchCosts {
    private static final int NODES = 10_000;
    private static final int TASKS = 1_000_000;
    private static final int JOBS = 10_000;
    private static final int ENDS = 1_000;

    /** So many seconds are looked at, and as many before for the compiler. */
    private static final int SECONDS = 40;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double MILLIS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    FigureTable table(List<Bar> bars) {
        FigureTable table = FigureTable.of(
                "the sketch of " + TASKS + " open tasks on " + NODES + " nodes",
                "as | images of the first sketch | first CPU ms | longest of the others CPU ms | later ones p50 CPU ms"
                        + " | longest CPU ms");
        // The code is compiled before anything counts.
        measured(JOBS);
        for (int jobs : List.of(1, JOBS)) {
            String name = jobs == 1 ? "one array" : jobs + " jobs";
            Cost cost = measured(jobs);
            table = table.with(
                    name, (double) cost.images(), cost.first(), cost.others(), cost.median(), cost.longest());
            bars.add(new Bar("a sketch, " + name, cost.median(), MILLIS, "ms of CPU"));
            bars.add(new Bar("the longest one, " + name, cost.longest(), MILLIS, "ms of CPU"));
        }
        return table;
    }

    /** All times in milliseconds: of the first image, of the others of the first sketch, and of later ones. */
    private record Cost(int images, double first, double others, double median, double longest) {}

    private static Cost measured(int jobs) {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        grid.connect(NODES);
        for (int job = 0; job < jobs; job++) {
            grid.submit(
                    new Owner("owner-" + job % 20),
                    BenchedGrid.job("type-" + job % 100, new ArrayShape.Range(1, TASKS / jobs, 1)),
                    List.of());
        }
        grid.askAll();
        List<Double> first = settled(grid);
        double[] later = new double[SECONDS];
        for (int second = -SECONDS; second < SECONDS; second++) {
            for (int end = 0; end < ENDS; end++) {
                grid.serve();
            }
            double sum = settled(grid).stream().mapToDouble(one -> one).sum();
            if (second >= 0) {
                later[second] = sum;
            }
        }
        Arrays.sort(later);
        double others = first.stream().skip(1).mapToDouble(one -> one).max().orElse(0);
        return new Cost(first.size(), first.get(0), others, later[SECONDS / 2], later[SECONDS - 1]);
    }

    /** In milliseconds of CPU: each image until nothing is left to be told. */
    private static List<Double> settled(BenchedGrid grid) {
        List<Double> parts = new ArrayList<>();
        BenchedGrid.ImageCost cost = grid.image(SECOND);
        parts.add(cost.nanos() / NANOS_PER_MILLI);
        while (cost.behind()) {
            cost = grid.image(Duration.ZERO);
            parts.add(cost.nanos() / NANOS_PER_MILLI);
        }
        return parts;
    }
}
