package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** Adds up reasons that are alike, as they come job by job; of each only the first is kept. Not thread-safe. */
final class ReasonGroups {
    /** What makes reasons alike: not the facts, which differ from job to job. */
    private record Likeness(Reason.Kind kind, String cause) implements Comparable<Likeness> {
        static Likeness of(Cause cause) {
            return new Likeness(cause.kind(), cause.getClass().getSimpleName());
        }

        @Override
        public int compareTo(Likeness other) {
            return Comparator.comparing(Likeness::kind)
                    .thenComparing(Likeness::cause)
                    .compare(this, other);
        }
    }

    private static final class Sum {
        private final Reason example;
        private JobId last;
        private int jobs = 1;
        private long tasks;

        Sum(Reason first) {
            this.example = first;
            this.last = first.job();
            this.tasks = first.tasks();
        }

        /** A job may have several such reasons for the same tasks. */
        void add(Reason reason) {
            if (!reason.job().equals(last)) {
                last = reason.job();
                jobs++;
                tasks += reason.tasks();
            }
        }
    }

    private final TreeMap<Likeness, Sum> sums = new TreeMap<>();
    private @Nullable JobId last;
    private int jobs;

    void add(Reason reason) {
        if (!reason.job().equals(last)) {
            last = reason.job();
            jobs++;
        }
        Likeness likeness = Likeness.of(reason.cause());
        Sum sum = sums.get(likeness);
        if (sum == null) {
            sums.put(likeness, new Sum(reason));
        } else {
            sum.add(reason);
        }
    }

    boolean isEmpty() {
        return sums.isEmpty();
    }

    /** @param more whether there are jobs that were not looked at */
    Reply.Summarised summary(boolean more) {
        List<Reply.Alike> groups = new ArrayList<>();
        sums.values().forEach(sum -> groups.add(new Reply.Alike(sum.example, sum.jobs, sum.tasks)));
        return new Reply.Summarised(groups, jobs, more);
    }
}
