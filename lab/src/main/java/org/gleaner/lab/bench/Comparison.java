package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Who takes part in a comparison of ours with others, who is left out and why, and what came of it. */
final class Comparison implements Closeable {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final String name;
    private final BenchFrame bench;
    private final Rounds rounds;
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Lead> leads = new ArrayList<>();
    private final List<Lead> rates = new ArrayList<>();
    private final Map<Lane, Double> mosts = new LinkedHashMap<>();

    /** Its time begins now. */
    Comparison(String name, int rounds, Duration longest, BenchFrame bench) {
        this.name = name;
        this.bench = bench;
        this.rounds = Rounds.within(longest, rounds);
    }

    /** Will be closed with the comparison, before all that was opened earlier. */
    <T extends Closeable> T opened(T one) {
        open.addFirst(one);
        return one;
    }

    Lane join(Lane lane) {
        lanes.add(lane);
        return lane;
    }

    /** What ours must be so many times better in. */
    record Lead(Lane ours, double times, Lane other) {
        Bar bar(ToDoubleFunction<Lane> compared, String unit) {
            return new Bar(
                    ours.name() + ", " + times + " times as fast as " + other.name(),
                    compared.applyAsDouble(ours),
                    compared.applyAsDouble(other) / times,
                    unit);
        }
    }

    void demand(Lead lead) {
        leads.add(lead);
    }

    /** It must be no more than this. */
    void demand(double most, Lane lane) {
        mosts.put(lane, most);
    }

    /** The same in the time that a task takes, whatever else is compared. */
    void demandRate(Lead lead) {
        rates.add(lead);
    }

    void leaveOut(String whoAndWhy) {
        bench.notes().add("left out: " + whoAndWhy);
    }

    List<Lane> lanes() {
        return Collections.unmodifiableList(lanes);
    }

    /**
     * All do their share in turn.
     *
     * @param compared what of a lane must be less than with the others
     */
    BenchReport measure(String title, ToDoubleFunction<Lane> compared, String unit)
            throws IOException, InterruptedException {
        int done = rounds.repeat(number -> {
            for (Lane lane : lanes) {
                Lane.Round round = lane.measure();
                bench.say(
                        "round %d of at most %d: %s: %s tasks/s, %s ms of CPU per task",
                        number,
                        rounds.most(),
                        lane.name(),
                        BenchReport.figure(round.rate()),
                        BenchReport.figure(round.cpuPerTask()));
            }
        });
        bench.notes().add("of " + done + " rounds the fastest counts; for CPU time, the cheapest");
        FigureTable table = FigureTable.of(title, "by | tasks/s | CPU ms per task | tasks measured");
        List<Bar> bars = new ArrayList<>();
        for (Lane lane : lanes) {
            table = table.with(
                    lane.label(), lane.fastest().rate(), lane.cheapest().cpuPerTask(), (double) lane.tasks());
            Lane ours = lane.ours();
            if (ours != null) {
                bars.add(new Bar(
                        ours.name() + ", against " + lane.name(),
                        compared.applyAsDouble(ours),
                        compared.applyAsDouble(lane),
                        unit));
            }
        }
        leads.forEach(lead -> bars.add(lead.bar(compared, unit)));
        mosts.forEach((lane, most) -> bars.add(new Bar(lane.name(), compared.applyAsDouble(lane), most, unit)));
        rates.forEach(lead ->
                bars.add(lead.bar(lane -> MILLIS_PER_SECOND / lane.fastest().rate(), "ms elapsed per task")));
        return bench.report(name, List.of(table), bars);
    }

    @Override
    public void close() throws IOException {
        while (!open.isEmpty()) {
            open.removeFirst().close();
        }
    }
}
