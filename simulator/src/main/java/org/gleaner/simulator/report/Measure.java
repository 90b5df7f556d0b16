package org.gleaner.simulator.report;

import java.util.List;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/** What is told of a combination: each is taken of every run, then averaged over the seeds. */
public enum Measure {
    MAKESPAN("makespan_mean", Kind.TIME),
    TO_CAPACITY("ratio_to_capacity", Kind.RATIO),
    TO_CLAIRVOYANT("ratio_to_clairvoyant", Kind.RATIO),
    TO_90("to90_mean", Kind.TIME),
    TO_99("to99_mean", Kind.TIME),
    LOST("lost_fraction", Kind.RATIO),
    COPIES("redundant_fraction", Kind.RATIO),
    WASTED("wasted_fraction", Kind.RATIO),
    EFFICIENCY("efficiency", Kind.RATIO),
    SPREAD("finish_spread", Kind.RATIO),
    JAIN("jain_index", Kind.RATIO),
    FLOW("flow_mean", Kind.TIME),
    FLOW_MEDIAN("flow_median", Kind.TIME),
    FLOW_95("flow_p95", Kind.TIME),
    STARTS("starts_mean", Kind.COUNT);

    /** How the figure is to be written. */
    public enum Kind {
        /** Milliseconds. */
        TIME,
        RATIO,
        COUNT
    }

    private final String key;
    private final Kind kind;

    Measure(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    /** Its name for scripts; it never changes. */
    public String key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    double of(RunResult run, Yardstick bound) {
        return switch (this) {
            case MAKESPAN -> run.makespan();
            case TO_CAPACITY -> ratio(run.makespan(), bound.capacity());
            case TO_CLAIRVOYANT -> ratio(run.makespan(), bound.clairvoyant());
            case TO_90 -> run.to90();
            case TO_99 -> run.to99();
            case LOST -> part(run.lostTime(), run);
            case COPIES -> part(run.copyTime(), run);
            case WASTED -> run.wastedFraction();
            case EFFICIENCY -> run.upTime() == 0 ? 0 : run.usefulTime() / run.upTime();
            case SPREAD -> run.finishSpread();
            case JAIN -> jain(run.types());
            case FLOW -> run.flow().mean();
            case FLOW_MEDIAN -> run.flow().median();
            case FLOW_95 -> run.flow().p95();
            case STARTS -> run.starts();
        };
    }

    /** Of no work both are 0, and equal. */
    private static double ratio(long makespan, long bound) {
        return makespan == bound ? 1 : (double) makespan / bound;
    }

    private static double part(double time, RunResult run) {
        double all = run.usefulTime() + run.lostTime() + run.copyTime();
        return all == 0 ? 0 : time / all;
    }

    /**
     * Jain's index (Σx)² ÷ (n·Σx²) of the types' throughputs x = 1 ÷ mean flow: by Little's law, what a type gets done
     * per open task. It is 1 if all types are served alike and 1/n if one gets everything.
     */
    static double jain(List<TypeResult> types) {
        double sum = 0;
        double squares = 0;
        for (TypeResult type : types) {
            double throughput = type.meanFlow() > 0 ? 1 / type.meanFlow() : 0;
            sum += throughput;
            squares += throughput * throughput;
        }
        return squares == 0 ? 1 : sum * sum / (types.size() * squares);
    }
}
