package org.gleaner.core.ahead;

import java.util.List;

/** Policies that were tried in the same futures, to be compared. Confined to one thread. */
final class Contest {
    private final List<PolicyRun> runs;

    Contest(List<PolicyRun> runs) {
        this.runs = List.copyOf(runs);
    }

    List<PolicyRun> runs() {
        return runs;
    }

    /** On average. */
    double cost(PolicyRun run, Aim aim) {
        double sum = 0;
        for (int future = 0; future < run.futures(); future++) {
            sum += cost(run, aim, future);
        }
        return run.futures() == 0 ? 0 : sum / run.futures();
    }

    private double cost(PolicyRun run, Aim aim, int future) {
        return aim.cost(run.glimpse(future), until(future));
    }

    /** As far as all looked in this future. */
    private long until(int future) {
        return runs.stream()
                .filter(run -> run.futures() > future)
                .mapToLong(run -> run.glimpse(future).makespan())
                .min()
                .orElse(0);
    }

    /** How much better one is than the other in the futures that both saw, and how far that may be chance. */
    Lead lead(PolicyRun one, PolicyRun other, Aim aim) {
        int both = Math.min(one.futures(), other.futures());
        double sum = 0;
        double squares = 0;
        for (int future = 0; future < both; future++) {
            double lead = cost(other, aim, future) - cost(one, aim, future);
            sum += lead;
            squares += lead * lead;
        }
        double mean = both == 0 ? 0 : sum / both;
        double variance = both < 2 ? 0 : Math.max(0, squares - sum * mean) / (both - 1);
        return new Lead(mean, both == 0 ? 0 : Math.sqrt(variance / both));
    }

    /**
     * How far ahead.
     *
     * @param mean a difference of costs, see {@link Aim}
     * @param error by how much the mean may be off, as far as can be told from so few
     */
    record Lead(double mean, double error) {
        /** By which part one is ahead of the other: 0.01 is one percent. */
        double part() {
            return part(mean);
        }

        static double part(double difference) {
            return Math.expm1(difference);
        }
    }
}
