package org.gleaner.core.estimate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a job still takes, and how much CPU time it uses meanwhile. Where the name says only one of them the two
 * agree: after a part of the time, that much less is left. In the others the second word says how CPU time is used, and
 * how long it takes is estimated anew whenever somebody comes or goes.
 */
public enum Estimator {
    ISOLATED(Rate.ALONE, Rate.ALONE),
    PROPORTIONAL(Rate.SO_FAR, Rate.SO_FAR),
    PROPORTIONAL_TASKS(Rate.SO_FAR, Rate.TASKS),
    PROPORTIONAL_CPU(Rate.SO_FAR, Rate.CPU),
    TASKS(Rate.TASKS, Rate.TASKS),
    TASKS_CPU(Rate.TASKS, Rate.CPU),
    CPU(Rate.CPU, Rate.CPU),
    CPU_TASKS(Rate.CPU, Rate.TASKS);

    /** CPU time that a job uses in each unit of time. */
    private enum Rate {
        /** As if the job were alone: RemainIsol. */
        ALONE {
            @Override
            double of(JobProgress job, Crowding most) {
                return job.cpuShare();
            }
        },
        /** It goes on as it went so far: Prop. As long as it has used no CPU time, nothing is known of that. */
        SO_FAR {
            @Override
            double of(JobProgress job, Crowding most) {
                return job.cpuUsed() == 0 || job.ran() == 0 ? job.cpuShare() : job.cpuUsed() / job.ran();
            }
        },
        /** A core is shared evenly by all tasks that are on it: MPL. */
        TASKS {
            @Override
            double of(JobProgress job, Crowding most) {
                return job.cpuShare() / most.tasksAtLeastOne();
            }
        },
        /** Tasks slow each other down only by what they use of a core together beyond the whole: CPU. */
        CPU {
            @Override
            double of(JobProgress job, Crowding most) {
                return most.feasible(job.cpuShare());
            }
        };

        abstract double of(JobProgress job, Crowding most);
    }

    private final Rate remaining;
    private final Rate used;

    Estimator(Rate remaining, Rate used) {
        this.remaining = remaining;
        this.used = used;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Nothing if the word means none of them. */
    public static Optional<Estimator> named(String word) {
        return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    }

    /** How long the job still takes if all stays as crowded as it is. */
    public double remaining(JobProgress job, Crowding most) {
        double rate = remaining.of(job, most);
        return job.cpuTotal() == 0 || rate == 0 ? job.aloneLeft() : job.cpuLeft() / rate;
    }

    /** The job after so much time, in which all was as crowded as that. */
    public JobProgress after(JobProgress job, Crowding most, double span) {
        return job.plus(span, span * used.of(job, most));
    }
}
