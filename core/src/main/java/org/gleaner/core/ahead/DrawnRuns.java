package org.gleaner.core.ahead;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.WorkSpread;

/**
 * How long tasks take in one future, in minutes at speed 1. What is drawn for a task depends on nothing else. Confined
 * to one thread.
 */
final class DrawnRuns {
    private static final long TYPES = 0x74797065L;
    private static final long JOBS = Long.MIN_VALUE;

    /** A sum of more run times than this is drawn at once. */
    private static final int FEW = 8;

    /**
     * Of a type.
     *
     * @param most what no task exceeds of which nothing is known yet
     * @param common what all of them have in common, as a normal deviate
     */
    private record Lengths(WorkSpread spread, double most, double common) {
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

    private final Outset outset;
    private final long seed;
    private final SharedLuck luck;
    private final LongFunction<RandomGenerator> chances;
    private final Map<TypeKey, Lengths> lengths = new HashMap<>();

    /** @param chances streams of chance by number */
    DrawnRuns(Outset outset, long seed, SharedLuck luck, LongFunction<RandomGenerator> chances) {
        this.outset = outset;
        this.seed = seed;
        this.luck = luck;
        this.chances = chances;
    }

    /**
     * How many times as long as is believed tasks turn out to take in this future, by type. Whoever places work would
     * learn that with the first of them, and types that are about as long would change places: which of them goes first
     * is as uncertain as how long they take.
     */
    Map<TypeKey, Double> longer() {
        Map<TypeKey, Double> longer = new HashMap<>();
        if (luck.isShared()) {
            for (TypeKey type : outset.openTypes()) {
                longer.put(type, lengths(type).longer(luck));
            }
        }
        return longer;
    }

    /**
     * Of one task that stands for itself.
     *
     * @param ran how long it has run at least
     */
    double single(Part part, int ordinal, double ran) {
        Lengths of = lengths(part.type());
        double place =
                luck.part(common(of, part.id()), chance(part.id(), -ordinal).nextGaussian());
        return ran > 0 ? of.drawnBeyond(ran, place) : of.drawn(place);
    }

    /** Of so many of a part's tasks that wait, one after the other. */
    double sum(Part part, int from, int tasks) {
        double sum = 0;
        int at = from;
        for (int member = part.memberAt(from); at < from + tasks; member++) {
            Part.Member of = part.members().get(member);
            int end = Math.min(of.end(), from + tasks);
            sum += sum(lengths(of.type()), end - at, of.job(), at);
            at = end;
        }
        return sum;
    }

    private double sum(Lengths of, int tasks, JobId job, int from) {
        double common = common(of, job);
        double sum = 0;
        if (tasks <= FEW) {
            for (int task = 0; task < tasks; task++) {
                sum += of.drawn(luck.part(common, chance(job, from + task).nextGaussian()));
            }
            return sum;
        }
        double squares = 0;
        for (double own : SharedLuck.EIGHTHS) {
            double one = of.drawn(luck.part(common, own));
            sum += one / SharedLuck.EIGHTHS.size();
            squares += one * one / SharedLuck.EIGHTHS.size();
        }
        double deviation = Math.sqrt(Math.max(0, squares - sum * sum));
        double least = tasks * of.spread().quantile(0) / 2;
        return Math.max(
                least,
                tasks * sum + Math.sqrt(tasks) * deviation * chance(job, from).nextGaussian());
    }

    private Lengths lengths(TypeKey type) {
        return lengths.computeIfAbsent(type, one -> {
            long number = Scatter.of(seed ^ TYPES) + one.hashCode();
            double common = chances.apply(Scatter.of(number)).nextGaussian();
            return new Lengths(outset.work(one), outset.longest(one), common);
        });
    }

    private double common(Lengths of, JobId job) {
        return luck.common(of.common(), chance(job, JOBS));
    }

    private RandomGenerator chance(JobId job, long task) {
        return chances.apply(Scatter.of(Scatter.of(seed ^ job.value()) + task));
    }
}
