package org.gleaner.core.estimate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a job still takes. Each also says how much CPU time the job uses meanwhile, such that the two agree: after a
 * part of the time, that much less is left.
 */
public enum Estimator {
    /** As if the job were alone: RemainIsol. */
    ISOLATED {
        @Override
        double cpuRate(JobProgress job, Crowding most) {
            return job.cpuShare();
        }
    },
    /** It goes on as it went so far: Prop. As long as it has used no CPU time, nothing is known of that. */
    PROPORTIONAL {
        @Override
        double cpuRate(JobProgress job, Crowding most) {
            return job.cpuUsed() == 0 || job.ran() == 0 ? job.cpuShare() : job.cpuUsed() / job.ran();
        }
    },
    /** A core is shared evenly by all tasks that are on it: MPL. */
    TASKS {
        @Override
        double cpuRate(JobProgress job, Crowding most) {
            return job.cpuShare() / most.tasksAtLeastOne();
        }
    },
    /** Tasks slow each other down only by what they use of a core together beyond the whole: CPU. */
    CPU {
        @Override
        double cpuRate(JobProgress job, Crowding most) {
            return most.feasible(job.cpuShare());
        }
    };

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Nothing if the word means none of them. */
    public static Optional<Estimator> named(String word) {
        return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    }

    /** CPU time that the job uses in each unit of time. */
    abstract double cpuRate(JobProgress job, Crowding most);

    /** How long the job still takes if all stays as crowded as it is. */
    public final double remaining(JobProgress job, Crowding most) {
        double rate = cpuRate(job, most);
        return job.cpuTotal() == 0 || rate == 0 ? job.aloneLeft() : job.cpuLeft() / rate;
    }

    /** The job after so much time, in which all was as crowded as that. */
    public final JobProgress after(JobProgress job, Crowding most, double span) {
        return job.plus(span, span * cpuRate(job, most));
    }
}
