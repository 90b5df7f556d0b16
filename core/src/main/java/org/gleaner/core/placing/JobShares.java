package org.gleaner.core.placing;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.gleaner.core.grid.Served;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/**
 * How an owner's part is divided among her jobs: each whose weight is not the usual one has an account of its own; the
 * others have one together, with as many parts as there are such jobs, and the strategy chooses among them. The same
 * rules as in {@link Turns}, for very many. All of it is soft: after a restart jobs begin even. Confined to
 * {@link Shares}.
 */
public final class JobShares {
    /** Stands for all jobs of the usual weight. */
    private static final long OTHERS = 0;

    /** Parts that differ by less are the same. */
    private static final double EVEN = 1e-9;

    private final WeighedJobs weighed = new WeighedJobs();
    private Account others = new Account();
    /** Whether there are others. */
    private boolean shared;

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
        int known = weighed.indexOf(job.value());
        if (known >= 0 && active) {
            weighed.run(known, cores);
            weighed.weigh(known, weight);
        } else if (active) {
            count(owner, weighed.size() + 1);
            Account account = new Account();
            account.weight = weight;
            enter(account, owner.rules());
            weighed.add(job.value(), type, cores, account);
        } else {
            if (known >= 0) {
                weighed.remove(known);
            }
            count(owner);
        }
    }

    /** The owner has more or fewer jobs of the usual weight with something to run. */
    void count(Whole owner) {
        count(owner, weighed.size());
    }

    /** @param own how many have a weight of their own, with one that is about to join */
    private void count(Whole owner, int own) {
        int usual = owner.jobs() - own;
        if (own == 0 || usual <= 0) {
            shared = false;
            others = own == 0 ? new Account() : others;
        } else if (shared) {
            reweigh(usual, owner.rules());
        } else {
            others.weight = usual;
            enter(others, owner.rules());
            shared = true;
        }
    }

    private double sumOfWeights() {
        return weighed.plusWeights(shared ? others.weight : 0);
    }

    private double sumOfSettled() {
        return weighed.plusSettled(shared ? others.settled() : 0);
    }

    private void enter(Account account, Turns.Rules rules) {
        if (shared || !weighed.isEmpty()) {
            Turns.join(account, sumOfWeights(), sumOfSettled(), rules);
        }
    }

    /** As many more or fewer jobs of the usual weight there are, as many parts the others have from now on. */
    private void reweigh(int usual, Turns.Rules rules) {
        if (rules.window() == Double.POSITIVE_INFINITY) {
            others.weight = usual;
            return;
        }
        double settled = sumOfSettled();
        credit(-settled);
        others.weight = usual;
        credit(settled);
    }

    private void credit(double coreMinutes) {
        double weights = sumOfWeights();
        others.credit += others.weight / weights * coreMinutes;
        weighed.credit(coreMinutes, weights);
    }

    /** An attempt of a job took so much of the pool. */
    void charge(JobId job, double coreMinutes) {
        int known = weighed.indexOf(job.value());
        if (known >= 0) {
            weighed.charge(known, coreMinutes);
        } else if (!weighed.isEmpty()) {
            others.spent += coreMinutes;
        }
    }

    /** How far each is above or below its share; of so many at most. */
    Served.Jobs served(int most) {
        double weights = sumOfWeights();
        double settled = sumOfSettled();
        Map<JobId, Double> beyond = new TreeMap<>();
        for (int i = 0; i < Math.min(most, weighed.size()); i++) {
            beyond.put(new JobId(weighed.number(i)), weighed.settled(i) - weighed.weight(i) / weights * settled);
        }
        double rest = shared ? others.settled() - others.weight / weights * settled : 0;
        return new Served.Jobs(new Served.Line<>(settled, beyond), rest);
    }

    /** From now on each is so far above or below its share. */
    void serve(Served.Jobs jobs) {
        double weights = sumOfWeights();
        double total = jobs.weighed().total();
        for (int i = 0; i < weighed.size(); i++) {
            double share = weighed.weight(i) / weights * total;
            weighed.settleAt(i, jobs.weighed().of(new JobId(weighed.number(i))) + share);
        }
        if (shared) {
            others.settleAt(jobs.others() + others.weight / weights * total);
        }
    }

    /** How they stand now. */
    Reckoning reckon(Whole owner) {
        return new Reckoning(this, owner);
    }

    /**
     * How all jobs of an owner stand, with what is under way: how long that takes is known of types, and changes with
     * all of them, so it is added up when somebody asks. Good until something changes. Not thread-safe.
     */
    public static final class Reckoning {
        private final JobShares shares;
        private final Whole owner;
        private final double othersUnderway;
        private final double weights;
        private final double had;
        /** Where the job was that was asked for last: mostly the next one is behind it. */
        private int last = -1;

        private Reckoning(JobShares shares, Whole owner) {
            this.shares = shares;
            this.owner = owner;
            WeighedJobs weighed = shares.weighed;
            double rest = owner.underway();
            for (int i = 0; i < weighed.size(); i++) {
                if (weighed.cores(i) != 0) {
                    rest -= underway(i);
                }
            }
            othersUnderway = Math.max(0, rest);
            weights = shares.sumOfWeights();
            double sum = shares.shared ? shares.others.settled() + othersUnderway : 0;
            for (int i = 0; i < weighed.size(); i++) {
                sum += had(i);
            }
            had = sum;
        }

        private double underway(int index) {
            WeighedJobs weighed = shares.weighed;
            return weighed.cores(index) * owner.minutes().applyAsDouble(weighed.type(index));
        }

        /** Most do not run, and nobody needs to know how long they would. */
        private double had(int index) {
            double settled = shares.weighed.settled(index);
            return shares.weighed.cores(index) == 0 ? settled : settled + underway(index);
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
            boolean found = false;
            long best = OTHERS;
            double most = 0;
            for (JobId one : rivals) {
                int index = indexOf(one);
                double value = value(index);
                if (!found || value > most) {
                    best = index < 0 ? OTHERS : one.value();
                    most = value;
                    found = true;
                }
            }
            return found ? Optional.of(new Turn(best)) : Optional.empty();
        }

        private int indexOf(JobId job) {
            int index = shares.weighed.indexOf(job.value(), last + 1);
            last = index < 0 ? last : index;
            return index;
        }

        /** @param index of a job; less than 0: that of all others */
        private double value(int index) {
            if (index >= 0) {
                return Turns.value(shares.weighed.weight(index) / weights, had(index), had);
            }
            return shares.shared
                    ? Turns.value(shares.others.weight / weights, shares.others.settled() + othersUnderway, had)
                    : 0;
        }

        /** Whether it is this job's turn, given whose it is. */
        public boolean isOf(Turn turn, JobId job) {
            return turn.line == OTHERS ? indexOf(job) < 0 : turn.line == job.value();
        }

        /** Whether a job is served as well as the one whose turn it is, which is then only the first of both. */
        public boolean isEven(Turn turn, JobId job) {
            return value(shares.weighed.indexOf(turn.line)) - value(indexOf(job)) < EVEN;
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
