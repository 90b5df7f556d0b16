package org.gleaner.core.ahead;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.WorkSpread;

/**
 * How long tasks take in one future, and which of them fail. What is drawn for a task depends on nothing else. Confined
 * to one thread.
 */
final class DrawnRuns implements AttemptTimes {
    private static final double MILLIS = 60_000;

    private static final long TYPES = 0x74797065L;
    private static final long JOBS = Long.MIN_VALUE;
    private static final long FAILS = 0x6661696CL << 32;

    /** A sum of more run times than this is drawn at once. */
    private static final int FEW = 8;

    /**
     * Tasks that are alike.
     *
     * @param said how many minutes their owner said that they take, if that counts
     */
    private record Alike(TypeKey type, OptionalDouble said) {}

    /**
     * Of tasks that are alike.
     *
     * @param most what no task exceeds of which nothing is known yet
     * @param exceeded one of them really took longer than this
     * @param common what all of their type have in common, as a normal deviate
     */
    private record Lengths(WorkSpread spread, double most, double exceeded, double common) {
        double drawn(double part) {
            return Math.min(most, spread.quantile(part));
        }

        /** Of one that has run for so long already: it may take that long once more, whatever others took. */
        double drawnBeyond(double ran, double part) {
            return Math.max(ran, Math.min(Math.max(most, 2 * ran), spread.quantileBeyond(ran, part)));
        }

        /** How many times as long as usual its tasks take, on average. */
        double longer(SharedLuck luck) {
            double here = 0;
            double usual = 0;
            for (double own : SharedLuck.EIGHTHS) {
                here += drawn(luck.part(luck.ofType(common), own));
                usual += drawn(luck.part(0, own));
            }
            return usual > 0 ? here / usual : 1;
        }
    }

    /**
     * What it takes to bring something to an end.
     *
     * @param work minutes at speed 1
     * @param beside minutes that no speed shortens
     */
    private record Effort(double work, double beside) {
        Effort plus(Effort other) {
            return new Effort(work + other.work, beside + other.beside);
        }
    }

    /**
     * After what time attempts of a job are ended on one machine.
     *
     * @param work minutes at speed 1; infinite: never
     * @param tries how many attempts come to that before the task is given up
     */
    private record Limit(JobId job, double work, int tries) {}

    private final Outset outset;
    private final long seed;
    private final SharedLuck luck;
    private final LongFunction<RandomGenerator> chances;
    private final Map<Alike, Lengths> lengths = new HashMap<>();
    private final Map<TypeKey, Mishaps.Chance> mishaps = new HashMap<>();
    private final Set<JobId> blocked = new HashSet<>();

    /** @param chances streams of chance by number */
    DrawnRuns(Outset outset, long seed, SharedLuck luck, LongFunction<RandomGenerator> chances) {
        this.outset = outset;
        this.seed = seed;
        this.luck = luck;
        this.chances = chances;
    }

    /**
     * Whoever places work would learn that with the first of them, and types that are about as long would change
     * places: which of them goes first is as uncertain as how long they take.
     */
    @Override
    public Map<TypeKey, Double> longer() {
        Map<TypeKey, Double> longer = new HashMap<>();
        if (luck.isShared()) {
            for (TypeKey type : outset.openTypes()) {
                longer.put(
                        type, lengths(new Alike(type, OptionalDouble.empty())).longer(luck));
            }
        }
        return longer;
    }

    @Override
    public double single(Begun one, Part part, double ran) {
        double speed = outset.speed(one.machine());
        return millis(single(part, one.attempt().ordinal(), ran, speed), speed);
    }

    @Override
    public double lot(Begun one, Part part, int from, int tasks) {
        double speed = outset.speed(one.machine());
        return millis(sum(part, from, tasks, speed), speed);
    }

    private static double millis(Effort effort, double speed) {
        return Math.max(0, (effort.work() / speed + effort.beside()) * MILLIS);
    }

    private Limit limit(JobId job, double speed) {
        Mishaps rules = outset.mishaps();
        return new Limit(job, rules.limit(job) * speed, rules.triesAtLimit(job));
    }

    /**
     * What a task of such a length holds its slot for: no attempt is longer than the limit. Whether it then has failed,
     * and perhaps is tried again, is only known if tasks of the type really take longer than that: the longest that are
     * drawn are longer than any that was done.
     */
    private double within(Limit limit, Lengths of, double work) {
        if (work <= limit.work()) {
            return work;
        }
        if (of.exceeded() < limit.work()) {
            return limit.work();
        }
        blocked.add(limit.job());
        return limit.tries() * limit.work();
    }

    @Override
    public void ended(int machine, AttemptId attempt, long at) {}

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public double byNow(int machine, AttemptId attempt) {
        throw new IllegalArgumentException("each takes as long as was drawn");
    }

    /** @param ran how long it has run at least */
    private Effort single(Part part, int ordinal, double ran, double speed) {
        Lengths of = lengths(part.type(), part.id());
        double place =
                luck.part(common(of, part.id()), chance(part.id(), -ordinal).nextGaussian());
        double work = ran > 0 ? of.drawnBeyond(ran, place) : of.drawn(place);
        return tried(part.type(), part.id(), -ordinal, 1, within(limit(part.id(), speed), of, work));
    }

    @Override
    public Set<JobId> blocked() {
        return blocked;
    }

    /**
     * With the attempts that fail before. They are taken to follow each other at once.
     *
     * @param work of so many tasks, if none failed
     */
    private Effort tried(TypeKey type, JobId job, long task, int tasks, double work) {
        double beside = tasks * outset.mishaps().beside(type);
        Mishaps.Chance chance = mishaps.computeIfAbsent(type, outset.mishaps()::of);
        if (chance.first() == 0) {
            return new Effort(work, beside);
        }
        RandomGenerator random = chance(job, task ^ FAILS);
        int failing = failing(chance.first(), tasks, random);
        if (failing == 0) {
            return new Effort(work, beside);
        }
        int most = outset.mishaps().most(job);
        double forGood = chance.forGood(most);
        if (random.nextDouble() < 1 - Math.pow(1 - forGood, failing)) {
            blocked.add(job);
        }
        double spared = failing * forGood * work / tasks;
        return new Effort(work - spared + failing * chance.attempts(most) * chance.work(), beside);
    }

    private static int failing(double part, int tasks, RandomGenerator random) {
        if (tasks > FEW) {
            double drawn = tasks * part + Math.sqrt(tasks * part * (1 - part)) * random.nextGaussian();
            return (int) Math.max(0, Math.min(tasks, Math.round(drawn)));
        }
        int failing = 0;
        for (int task = 0; task < tasks; task++) {
            failing += random.nextDouble() < part ? 1 : 0;
        }
        return failing;
    }

    private Effort sum(Part part, int from, int tasks, double speed) {
        Effort sum = new Effort(0, 0);
        int at = from;
        for (int member = part.memberAt(from); at < from + tasks; member++) {
            Part.Member of = part.members().get(member);
            int end = Math.min(of.end(), from + tasks);
            double work = sum(lengths(of.type(), of.job()), end - at, limit(of.job(), speed), at);
            sum = sum.plus(tried(of.type(), of.job(), at, end - at, work));
            at = end;
        }
        return sum;
    }

    private double sum(Lengths of, int tasks, Limit limit, int from) {
        JobId job = limit.job();
        double common = common(of, job);
        double sum = 0;
        if (tasks <= FEW) {
            for (int task = 0; task < tasks; task++) {
                double own = chance(job, from + task).nextGaussian();
                sum += within(limit, of, of.drawn(luck.part(common, own)));
            }
            return sum;
        }
        double squares = 0;
        for (double own : SharedLuck.EIGHTHS) {
            double one = within(limit, of, of.drawn(luck.part(common, own)));
            sum += one / SharedLuck.EIGHTHS.size();
            squares += one * one / SharedLuck.EIGHTHS.size();
        }
        double deviation = Math.sqrt(Math.max(0, squares - sum * sum));
        double least = tasks * Math.min(limit.work(), of.spread().quantile(0) / 2);
        double most = tasks * limit.tries() * limit.work();
        double drawn =
                tasks * sum + Math.sqrt(tasks) * deviation * chance(job, from).nextGaussian();
        return Math.min(most, Math.max(least, drawn));
    }

    private Lengths lengths(TypeKey type, JobId job) {
        return lengths(new Alike(type, outset.said(job)));
    }

    private Lengths lengths(Alike tasks) {
        return lengths.computeIfAbsent(tasks, one -> {
            long number = Scatter.of(seed ^ TYPES) + one.type().hashCode();
            double common = chances.apply(Scatter.of(number)).nextGaussian();
            return new Lengths(
                    outset.work(one.type(), one.said()),
                    outset.longest(one.type(), one.said()),
                    outset.exceeded(one.type()),
                    common);
        });
    }

    private double common(Lengths of, JobId job) {
        return luck.common(of.common(), chance(job, JOBS));
    }

    private RandomGenerator chance(JobId job, long task) {
        return chances.apply(Scatter.of(Scatter.of(seed ^ job.value()) + task));
    }
}
