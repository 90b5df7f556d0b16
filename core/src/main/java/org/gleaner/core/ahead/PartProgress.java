package org.gleaner.core.ahead;

import java.util.Arrays;
import org.gleaner.core.id.JobId;

/** How far the open jobs of a {@link Part} are in one future. Confined to one thread. */
final class PartProgress {
    private final Part part;
    private final double[] ran;
    private final long[] start;
    private final long[] finish;
    private final int[] left;

    PartProgress(Part part) {
        this.part = part;
        this.ran = new double[part.singles()];
        for (int place = 1; place <= ran.length; place++) {
            ran[place - 1] = part.ran(place);
        }
        int jobs = part.jobs().size();
        this.start = new long[jobs];
        this.finish = new long[jobs];
        this.left = new int[jobs];
        Arrays.fill(start, Course.NEVER);
        for (int job = 0; job < jobs; job++) {
            left[job] = part.end(job) - part.begin(job);
        }
        left[0] += ran.length;
    }

    /** How many of its jobs can be done and are not. */
    int open() {
        int open = 0;
        for (int job = 0; job < left.length; job++) {
            open += left[job] > 0 && !part.stuck() ? 1 : 0;
        }
        return open;
    }

    /** How long a task that stands for itself has run at least, in minutes normalised by speed. */
    double ran(int ordinal) {
        return ran[ordinal - 1];
    }

    void ranAtLeast(int ordinal, double minutes) {
        ran[ordinal - 1] = Math.max(ran[ordinal - 1], minutes);
    }

    /** A task begins that stands for itself. */
    void began(long at) {
        start[0] = Math.min(start[0], Math.max(0, at));
    }

    /** So many begin one after the other, the first of them lying here, and take so long together. */
    void began(int from, int tasks, long at, double millis) {
        for (int job = jobAt(from); job < left.length && part.begin(job) < from + tasks; job++) {
            double before = tasks == 0 ? 0 : (double) Math.max(0, part.begin(job) - from) / tasks;
            start[job] = Math.min(start[job], at + Math.round(before * millis));
        }
    }

    /** One that stands for itself is done; whether its job is so too, 1 or 0. */
    int single(long at) {
        return done(0, 1, at);
    }

    /** So many were done between these times, the first of them lying here; how many jobs are done with it. */
    int advanced(int from, int tasks, long begun, long ended) {
        int over = 0;
        int at = from;
        for (int job = jobAt(from); job < left.length && at < from + tasks; job++) {
            int end = Math.min(part.end(job), from + tasks);
            if (end > at) {
                long when = begun + Math.round((double) (end - from) / tasks * (ended - begun));
                over += done(job, end - at, when);
                at = end;
            }
        }
        return over;
    }

    private int done(int job, int tasks, long at) {
        left[job] -= tasks;
        finish[job] = Math.max(finish[job], at);
        return left[job] == 0 && !part.stuck() ? 1 : 0;
    }

    /** The first job with a task there or behind. */
    private int jobAt(int position) {
        int low = 0;
        int high = left.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (part.end(middle) > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    void tell(Glimpse glimpse) {
        for (int job = 0; job < left.length; job++) {
            JobId id = part.jobs().get(job);
            boolean isDone = left[job] <= 0 && !part.stuck();
            glimpse.note(id, start[job], isDone ? finish[job] : Course.NEVER);
        }
    }
}
