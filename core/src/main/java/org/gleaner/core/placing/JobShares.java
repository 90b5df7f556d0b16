package org.gleaner.core.placing;

import java.util.Collection;
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

    /** An attempt of a job took so much of the pool. */
    void charge(JobId job, double coreMinutes) {
        Weighed one = weighed.get(job.value());
        if (one != null) {
            one.account.spent += coreMinutes;
        } else if (!weighed.isEmpty()) {
            others.spent += coreMinutes;
        }
    }

    /** How they stand now. */
    Reckoning reckon(Whole owner) {
        return new Reckoning(this, owner);
    }

    private long lineOf(JobId job) {
        return weighed.containsKey(job.value()) ? job.value() : OTHERS;
    }

    /**
     * How all jobs of an owner stand, with what is under way: how long that takes is known of types, and changes with
     * all of them, so it is added up when somebody asks. Good until something changes.
     */
    public static final class Reckoning {
        private final JobShares shares;
        private final Whole owner;
        private final double othersUnderway;
        private final double weights;
        private final double had;

        private Reckoning(JobShares shares, Whole owner) {
            this.shares = shares;
            this.owner = owner;
            double rest = owner.underway();
            for (Weighed job : shares.weighed.values()) {
                rest -= underway(job);
            }
            othersUnderway = Math.max(0, rest);
            boolean shared = shares.turns.get(OTHERS) != null;
            double sumOfWeights = shared ? shares.others.weight : 0;
            double sumOfHad = shared ? shares.others.settled() + othersUnderway : 0;
            for (Weighed job : shares.weighed.values()) {
                sumOfWeights += job.account.weight;
                sumOfHad += job.account.settled() + underway(job);
            }
            weights = sumOfWeights;
            had = sumOfHad;
        }

        private double underway(Weighed job) {
            return job.cores * owner.minutes().applyAsDouble(job.type);
        }

        /** How many jobs have a weight of their own. */
        public int weighed() {
            return shares.weighed.size();
        }

        /** Whose turn it is among these jobs; nothing if none of the owner's is weighed. */
        public Optional<Turn> turn(Collection<JobId> rivals) {
            if (shares.isEmpty()) {
                return Optional.empty();
            }
            Turn best = null;
            double most = 0;
            for (JobId one : rivals) {
                long line = shares.lineOf(one);
                double value = value(line);
                if (best == null || value > most) {
                    best = new Turn(line);
                    most = value;
                }
            }
            return Optional.ofNullable(best);
        }

        private double value(long line) {
            if (shares.turns.get(line) == null) {
                return 0;
            }
            Weighed job = shares.weighed.get(line);
            return job == null
                    ? Turns.value(shares.others.weight / weights, shares.others.settled() + othersUnderway, had)
                    : Turns.value(job.account.weight / weights, job.account.settled() + underway(job), had);
        }

        /** Whether it is this job's turn, given whose it is. */
        public boolean isOf(Turn turn, JobId job) {
            return shares.lineOf(job) == turn.line;
        }

        /** Whether a job is served as well as the one whose turn it is, which is then only the first of both. */
        public boolean isEven(Turn turn, JobId job) {
            return value(turn.line) - value(shares.lineOf(job)) < EVEN;
        }
    }

    /** Whose turn it is: one job's, or that of all jobs of the usual weight. */
    public record Turn(long line) {
        /** The job, if it is one with a weight of its own. */
        public Optional<JobId> job() {
            return line == OTHERS ? Optional.empty() : Optional.of(new JobId(line));
        }
    }
}
