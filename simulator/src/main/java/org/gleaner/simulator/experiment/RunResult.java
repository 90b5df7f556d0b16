package org.gleaner.simulator.experiment;

import java.util.List;

/**
 * What came of one trial under one combination. Times are milliseconds from the moment the work opened; work is
 * milliseconds of a slot's time.
 *
 * @param makespan when the last task was done; the trial's limit if some were not
 * @param unfinished tasks that were not done by the limit
 * @param to90 when 90 % of all tasks were done
 * @param usefulTime slot time of the attempts whose results count
 * @param lostTime slot time of attempts that died with their machine
 * @param copyTime slot time of attempts that another one made superfluous
 * @param upTime time that slots were up between opening and makespan
 * @param flow how long tasks took from their arrival to their result
 * @param starts attempts that were started
 * @param types in the order in which they first arrived
 * @param owners in the order in which their work first arrived
 * @param strips what each machine did when; empty unless asked for
 */
public record RunResult(
        String scenario,
        long seed,
        Combination combination,
        long makespan,
        long unfinished,
        long to90,
        long to99,
        double usefulTime,
        double lostTime,
        double copyTime,
        double upTime,
        Flow flow,
        long starts,
        List<TypeResult> types,
        List<OwnerResult> owners,
        List<Strip> strips) {

    /** Of all tasks, in milliseconds. */
    public record Flow(double mean, double median, double p95) {}

    /**
     * @param finished when its last task was done; the limit if it never was
     * @param done tasks done by the time of each point of the curve: times ascend, at most some hundred points
     */
    public record TypeResult(String type, long tasks, long finished, double meanFlow, List<Point> done) {}

    /**
     * @param share its part of the machines' time while it was not the only one with open tasks; 0 if it always was
     * @param finished when its last task was done; the limit if it never was
     */
    public record OwnerResult(String owner, long tasks, double share, double meanFlow, long finished) {}

    public record Point(long at, long tasks) {}

    /** @param spans in order of time; between two spans the machine was idle */
    public record Strip(String machine, String kind, List<Span> spans) {}

    /** @param type the name of the type that ran; empty while the machine was down */
    public record Span(long from, long to, String type, Fate fate) {}

    /** What became of an attempt, or that the machine was away. */
    public enum Fate {
        USEFUL,
        LOST,
        SUPERFLUOUS,
        DOWN
    }

    /** Of all the work that was done, the part that was for nothing. */
    public double wastedFraction() {
        double all = usefulTime + lostTime + copyTime;
        return all == 0 ? 0 : (lostTime + copyTime) / all;
    }

    /** How far apart the types ended, in parts of the makespan. */
    public double finishSpread() {
        long first = types.stream().mapToLong(TypeResult::finished).min().orElse(0);
        long last = types.stream().mapToLong(TypeResult::finished).max().orElse(0);
        return makespan == 0 ? 0 : (double) (last - first) / makespan;
    }
}
