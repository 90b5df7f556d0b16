package org.gleaner.core.estimate;

/**
 * How far a job is, and how long it takes if nobody else is on its nodes. Of a job that has several tasks all figures
 * are of one task: they begin and end together.
 *
 * @param runTotal how long it runs alone
 * @param cpuTotal CPU time that it needs for that
 * @param ran how long it has run
 * @param cpuUsed CPU time that it has used
 */
public record JobProgress(double runTotal, double cpuTotal, double ran, double cpuUsed) {
    public JobProgress {
        check("runTotal", runTotal);
        check("cpuTotal", cpuTotal);
        check("ran", ran);
        check("cpuUsed", cpuUsed);
        if (runTotal == 0 && cpuTotal > 0) {
            throw new IllegalArgumentException("who needs CPU time needs time");
        }
    }

    private static void check(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " is a finite time, not " + value);
        }
    }

    /** Of a job that has not begun. */
    public static JobProgress fresh(double runTotal, double cpuTotal) {
        return new JobProgress(runTotal, cpuTotal, 0, 0);
    }

    /** How much of one core it uses while it is alone: CPU(J). */
    public double cpuShare() {
        return runTotal == 0 ? 0 : cpuTotal / runTotal;
    }

    /** CPU time that it still needs; nothing if it has used more than was thought. */
    double cpuLeft() {
        return Math.max(0, cpuTotal - cpuUsed);
    }

    /** How long it still takes if it is alone. What needs no CPU, such as a pause, only needs its time. */
    double aloneLeft() {
        return cpuTotal == 0 ? Math.max(0, runTotal - ran) : runTotal * cpuLeft() / cpuTotal;
    }

    /** After so much time, in which it used so much CPU time. */
    JobProgress plus(double span, double cpu) {
        return new JobProgress(runTotal, cpuTotal, ran + span, cpuUsed + cpu);
    }
}
