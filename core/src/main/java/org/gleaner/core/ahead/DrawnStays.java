package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.gleaner.core.observer.StayChances;

/** When a machine comes and goes in one future: drawn as far as somebody asks. Confined to one thread. */
final class DrawnStays {
    private static final double MILLIS = 60_000;

    /** In minutes: it comes back after it went. */
    private static final double SHORTEST_ABSENCE = 1 / 60.0;

    private final StayChances chances;
    private final DoubleUnaryOperator absence;
    private final RandomGenerator random;
    /** When lives begin and end, in minutes from now. */
    private final List<double[]> drawn = new ArrayList<>();

    private DrawnStays(StayChances chances, DoubleUnaryOperator absence, RandomGenerator random) {
        this.chances = chances;
        this.absence = absence;
        this.random = random;
    }

    /**
     * @param age of its stay, in minutes
     * @param absence how long it stays away that was away so long already
     */
    static DrawnStays present(StayChances chances, double age, DoubleUnaryOperator absence, RandomGenerator random) {
        DrawnStays lives = new DrawnStays(chances, absence, random);
        lives.drawn.add(new double[] {0, lives.stay(age)});
        return lives;
    }

    /** @param away for how long it is, in minutes */
    static DrawnStays absent(StayChances chances, double away, DoubleUnaryOperator absence, RandomGenerator random) {
        DrawnStays lives = new DrawnStays(chances, absence, random);
        double begin = absence.applyAsDouble(away);
        lives.drawn.add(new double[] {begin, begin + lives.stay(0)});
        return lives;
    }

    private double stay(double age) {
        return chances.lasts(age, -Math.log(1 - random.nextDouble()));
    }

    private double[] life(int number) {
        while (drawn.size() <= number) {
            double begin = drawn.get(drawn.size() - 1)[1] + Math.max(SHORTEST_ABSENCE, absence.applyAsDouble(0));
            drawn.add(new double[] {begin, begin + stay(0)});
        }
        return drawn.get(number);
    }

    /** {@link Course#NEVER}: it does not come back. */
    long begins(int life) {
        double begin = life(life)[0];
        return Double.isInfinite(begin) ? Course.NEVER : Math.round(begin * MILLIS);
    }

    /** After it began, if only by a millisecond. */
    long ends(int life) {
        return begins(life) == Course.NEVER
                ? Course.NEVER
                : Math.max(begins(life) + 1, Math.round(life(life)[1] * MILLIS));
    }
}
