package org.gleaner.core.estimate;

/**
 * How many share a core on the most crowded of a job's nodes, the job's own task included. A job with a task on each of
 * several nodes is as slow as the slowest.
 *
 * @param tasks for each core
 * @param cpu that they would use if they were alone, for each core: above 1 they slow each other down
 */
public record Crowding(double tasks, double cpu) {
    /** Nobody is there. */
    public static final Crowding NONE = new Crowding(0, 0);

    public Crowding {
        if (!(tasks >= 0) || !(cpu >= 0) || Double.isInfinite(tasks + cpu)) {
            throw new IllegalArgumentException("a core is shared by some, not by " + tasks + " with " + cpu);
        }
    }

    /** The more crowded of two nodes, for each figure by itself. */
    public Crowding most(Crowding other) {
        return new Crowding(Math.max(tasks, other.tasks), Math.max(cpu, other.cpu));
    }

    /** MPL_max: where there are more cores than tasks, none is slowed down. */
    double tasksAtLeastOne() {
        return Math.max(1, tasks);
    }

    /** CPU_feas: what a job gets of one core that would use so much alone. */
    double feasible(double cpuShare) {
        return cpu <= 1 ? cpuShare : cpuShare / cpu;
    }
}
