package org.gleaner.core.ahead;

import java.util.List;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Duty;

/** Something that somebody could do for a job to be done sooner. */
public sealed interface Remedy {
    /** The pool as it would be. */
    Variation variation(SketchedJob job);

    /** Whether only an admin can do it. */
    default boolean isForAdmins() {
        return false;
    }

    /** What only an admin can do. */
    sealed interface OfAdmins extends Remedy {
        @Override
        default boolean isForAdmins() {
            return true;
        }
    }

    /** The job goes before the others of its owner. */
    record Priority(int from, int to) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            JobSpec spec = job.spec();
            return Variation.NONE.with(
                    job.id(),
                    spec.withTurn(spec.turn()
                            .with(to, spec.turn().weight(), spec.turn().begin())));
        }
    }

    /** As many of its tasks run at once as fit. */
    record NoLimit(int from) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            return limited(job, 0, job.spec().limits().copies());
        }
    }

    /** Its tasks may run twice at once. */
    record Copies(int from, int to) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            return limited(job, job.spec().limits().atMost(), to);
        }
    }

    /**
     * Its tasks ask for less memory.
     *
     * @param observed whether so much is enough as far as was seen; else only the owner can know
     */
    record Memory(MemorySize from, MemorySize to, boolean observed) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            Requirements own = job.spec().needs();
            return needing(
                    job, new Requirements(own.cores(), to, own.disk(), own.platform(), own.exclusive(), own.uses()));
        }
    }

    /** Its tasks ask for fewer cores; observed as with {@link Memory}. */
    record Cores(int from, int to, boolean observed) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            Requirements own = job.spec().needs();
            return needing(
                    job, new Requirements(to, own.memory(), own.disk(), own.platform(), own.exclusive(), own.uses()));
        }
    }

    /** A node is given work again. */
    record Resume(NodeId node, String name, Duty from) implements OfAdmins {
        @Override
        public Variation variation(SketchedJob job) {
            return Variation.NONE.with(node, Duty.WORKING);
        }
    }

    /** The pool has another strategy. */
    record OtherStrategy(String from, String to) implements OfAdmins {
        @Override
        public Variation variation(SketchedJob job) {
            return Variation.NONE.with(Setting.STRATEGY.word(), to);
        }
    }

    /** There is one machine more like this one. */
    record OneMore(NodeId like, String name) implements Remedy {
        @Override
        public Variation variation(SketchedJob job) {
            return Variation.NONE.adding(1, List.of(like));
        }
    }

    private static Variation limited(SketchedJob job, int atMost, int copies) {
        JobLimits own = job.spec().limits();
        JobLimits other = new JobLimits(
                own.time(),
                own.maxFailures(),
                own.maxLost(),
                own.stopAfter(),
                own.retryLimits(),
                atMost,
                copies,
                own.expected(),
                own.forewarning(),
                own.canary());
        return Variation.NONE.with(job.id(), job.spec().with(other));
    }

    private static Variation needing(SketchedJob job, Requirements needs) {
        JobId id = job.id();
        return Variation.NONE.with(id, job.spec().needing(needs));
    }
}
