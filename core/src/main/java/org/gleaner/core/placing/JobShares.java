package org.gleaner.core.placing;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/**
 * How an owner's part is divided among her jobs: each whose weight is not the usual one has an account of its own; the
 * others have one together, with as many parts as there are such jobs, and the strategy chooses among them. All of it
 * is soft: after a restart jobs begin even. Confined to {@link Shares}.
 */
public final class JobShares {
    /** Stands for all jobs of the usual weight. */
    private static final long OTHERS = 0;

    /** Parts that differ by less are the same. */
    private static final double EVEN = 1e-9;

    /** A job with a weight of its own. */
    private static final class Weighed {
        private final TypeKey type;
        private final Account account = new Account();
        private int cores;

        private Weighed(TypeKey type) {
            this.type = type;
        }
    }

    private final Turns<Long> turns = new Turns<>();
    private final SortedMap<Long, Weighed> weighed = new TreeMap<>();
    private Account others = new Account();

    /** Whether no job has a weight of its own: then there is nothing to divide. */
    boolean isEmpty() {
        return weighed.isEmpty();
    }

    /** What must be known of the owner. */
    record Whole(int jobs, double underway, ToDoubleFunction<TypeKey> minutes, Turns.Rules rules) {}

    /**
     * A job with a weight of its own runs on more or fewer cores, or has nothing to run any more.
     *
     * @param owner as it is with this change
     */
    void change(JobId job, TypeKey type, double weight, int cores, boolean active, Whole owner) {
        Weighed known = weighed.get(job.value());
        if (known != null && active) {
            known.cores += cores;
            known.account.weight = weight;
        } else if (active) {
            Weighed one = new Weighed(type);
            one.cores = cores;
            one.account.weight = weight;
            weighed.put(job.value(), one);
            count(owner);
            turns.enter(job.value(), one.account, owner.rules());
        } else {
            weighed.remove(job.value());
            turns.leave(job.value());
            count(owner);
        }
    }

    /** The owner has more or fewer jobs of the usual weight with something to run. */
    void count(Whole owner) {
        int usual = owner.jobs() - weighed.size();
        if (weighed.isEmpty() || usual <= 0) {
            turns.leave(OTHERS);
            others = weighed.isEmpty() ? new Account() : others;
            return;
        }
        if (turns.get(OTHERS) == null) {
            others.weight = usual;
            turns.enter(OTHERS, others, owner.rules());
        } else {
            turns.reweigh(() -> others.weight = usual, owner.rules());
        }
    }

    /** The turns with what is under way: how long it takes is known of types, and changes with all of them. */
    private Turns<Long> counted(Whole owner) {
        Map<Long, Double> underway = new TreeMap<>();
        double rest = owner.underway();
        for (Map.Entry<Long, Weighed> one : weighed.entrySet()) {
            Weighed job = one.getValue();
            double running = job.cores * owner.minutes().applyAsDouble(job.type);
            underway.put(one.getKey(), running);
            rest -= running;
        }
        underway.put(OTHERS, Math.max(0, rest));
        return turns.with(underway);
    }

    /** An attempt of a job took so much of the pool. */
    void charge(JobId job, double coreMinutes) {
        Weighed one = weighed.get(job.value());
        if (one != null) {
            one.account.spent += coreMinutes;
        } else if (!weighed.isEmpty()) {
            others.spent += coreMinutes;
        }
    }

    /** Whose turn it is among these jobs. */
    Turn least(Collection<JobId> rivals, Whole owner) {
        return new Turn(counted(owner)
                .least(rivals.stream().map(this::lineOf).distinct().toList(), owner.rules()));
    }

    private long lineOf(JobId job) {
        return weighed.containsKey(job.value()) ? job.value() : OTHERS;
    }

    /** Whether it is this job's turn, given whose it is. */
    boolean isOf(Turn turn, JobId job) {
        return lineOf(job) == turn.line;
    }

    boolean isEven(Turn turn, JobId job, Whole owner) {
        Turns<Long> counted = counted(owner);
        return counted.value(turn.line, owner.rules()) - counted.value(lineOf(job), owner.rules()) < EVEN;
    }

    /** Whose turn it is: one job's, or that of all jobs of the usual weight. */
    public record Turn(long line) {
        /** The job, if it is one with a weight of its own. */
        public Optional<JobId> job() {
            return line == OTHERS ? Optional.empty() : Optional.of(new JobId(line));
        }
    }
}
