package org.gleaner.core.desk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/**
 * Adds up reasons that are alike, as they come job by job; of each group only the first is kept. Causes of one class
 * make a group for each of the facts that they have or, if these are too many, a single one. Not thread-safe.
 */
final class ReasonGroups {
    /** So many lines are read with more profit than one that says less. */
    private static final int MOST_OF_A_CLASS = 5;

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

    /** What is said of a job, without what passes while others are looked at. */
    private record Facts(Cause cause, int nodes) {
        static Facts of(Reason reason) {
            return new Facts(lasting(reason.cause()), reason.nodes());
        }

        private static Cause lasting(Cause cause) {
            if (cause instanceof Cause.Busy it) {
                return new Cause.Busy(it.all(), it.cores(), it.exclusive(), it.uses(), it.memory(), PastChoices.NONE);
            }
            if (cause instanceof Cause.Turn.NextToAsk it) {
                return new Cause.Turn.NextToAsk(it.strategy(), PastChoices.NONE);
            }
            if (cause instanceof Cause.NotBefore it) {
                return new Cause.NotBefore(it.begin(), Duration.ZERO);
            }
            if (cause instanceof Cause.LateForDeadline it) {
                return new Cause.LateForDeadline(it.deadline(), Duration.ZERO);
            }
            if (cause instanceof Cause.After it) {
                return new Cause.After(it.before(), new TaskCounts(0, 0, 0, 0, 0, 0, 0), false);
            }
            if (cause instanceof Cause.RefusedByNodes it) {
                return new Cause.RefusedByNodes(it.command(), 0, "");
            }
            return cause;
        }
    }

    private static final class Sum {
        private final Reason example;
        private @Nullable JobId last;
        private int jobs;
        private long tasks;

        Sum(Reason first) {
            this.example = first;
        }

        /** A job may have several such reasons for the same tasks. */
        void add(Reason reason) {
            if (!reason.job().equals(last)) {
                last = reason.job();
                jobs++;
                tasks += reason.tasks();
            }
        }

        Reply.Alike told(boolean same) {
            return new Reply.Alike(example, jobs, tasks, same);
        }
    }

    /** Causes of one class. */
    private static final class Family {
        private final Sum all;
        private final Map<Facts, Sum> byFacts = new LinkedHashMap<>();
        private boolean differs;

        Family(Reason first) {
            this.all = new Sum(first);
        }

        void add(Reason reason, boolean sure) {
            all.add(reason);
            if (!differs) {
                byFacts.computeIfAbsent(Facts.of(reason), facts -> new Sum(reason))
                        .add(reason);
                differs = !sure || byFacts.size() > MOST_OF_A_CLASS;
            }
        }

        List<Reply.Alike> told() {
            return differs
                    ? List.of(all.told(false))
                    : byFacts.values().stream().map(sum -> sum.told(true)).toList();
        }
    }

    private final TreeMap<Likeness, Family> families = new TreeMap<>();
    private @Nullable JobId last;
    private int jobs;

    void add(Reason reason) {
        add(reason, true);
    }

    /** Of its cause only the kind is known to be true. */
    void addUnsure(Reason reason) {
        add(reason, false);
    }

    private void add(Reason reason, boolean sure) {
        if (!reason.job().equals(last)) {
            last = reason.job();
            jobs++;
        }
        families.computeIfAbsent(Likeness.of(reason.cause()), likeness -> new Family(reason))
                .add(reason, sure);
    }

    boolean isEmpty() {
        return families.isEmpty();
    }

    /** @param more whether there are jobs that were not looked at */
    Reply.Summarised summary(boolean more) {
        List<Reply.Alike> groups = new ArrayList<>();
        families.values().forEach(family -> groups.addAll(family.told()));
        return new Reply.Summarised(groups, jobs, more);
    }
}
