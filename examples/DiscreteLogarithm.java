import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.Problem;

/**
 * Pollard's rho for discrete logarithms: finds x with g^x = h in a group of prime order. Each unit walks at random
 * through the group and tells the distinguished points that it met; when two walks meet in one point, x follows.
 *
 * <p>Nobody knows how many units it takes. There is always a next one, until one of them finds a collision; then the
 * rest is cancelled.
 */
public final class DiscreteLogarithm {
    private DiscreteLogarithm() {}

    /**
     * The subgroup of prime order of the numbers modulo a safe prime.
     *
     * @param power of the base, of which the exponent is asked
     */
    public record Group(long modulus, long order, long base, long power) implements Serializable {
        long times(long a, long b) {
            return BigInteger.valueOf(a)
                    .multiply(BigInteger.valueOf(b))
                    .mod(BigInteger.valueOf(modulus))
                    .longValueExact();
        }

        long raise(long number, long exponent) {
            return BigInteger.valueOf(number)
                    .modPow(BigInteger.valueOf(exponent), BigInteger.valueOf(modulus))
                    .longValueExact();
        }
    }

    /** A point of a walk: base^a times power^b. */
    public record Point(long value, long a, long b) implements Serializable {}

    /** Where a walk begins, and how long it is. It meets about a hundred distinguished points. */
    public record Walk(Group group, long seed, int steps) implements Serializable {
        boolean isDistinguished(long value) {
            return value / Wander.BRANCHES % (steps / 100) == 0;
        }
    }

    /** The exponent that was asked for. */
    public record Exponent(Group group, long x) implements Serializable {
        @Override
        public String toString() {
            return group.base() + "^" + x + " = " + group.raise(group.base(), x) + " modulo " + group.modulus();
        }
    }

    /** Remembers the distinguished points, and sees when two walks meet. */
    public static final class Meetings extends DataManager<Walk, ArrayList<Point>, Exponent> {
        private static final long serialVersionUID = 1;

        private final Group group;
        private final int steps;
        private final Map<Long, Point> met = new HashMap<>();
        private long walks;
        private long found = -1;

        Meetings(Group group, int steps) {
            this.group = group;
            this.steps = steps;
        }

        @Override
        public Walk next() {
            return new Walk(group, walks++, steps);
        }

        @Override
        public void merge(Walk unit, ArrayList<Point> result) {
            for (Point point : result) {
                Point other = met.putIfAbsent(point.value(), point);
                if (other != null && other.b() != point.b()) {
                    BigInteger order = BigInteger.valueOf(group.order());
                    found = BigInteger.valueOf(other.a() - point.a())
                            .multiply(BigInteger.valueOf(point.b() - other.b()).modInverse(order))
                            .mod(order)
                            .longValueExact();
                }
            }
        }

        @Override
        public boolean isFinished() {
            return found >= 0;
        }

        @Override
        public Exponent answer() {
            return new Exponent(group, found);
        }
    }

    /** Walks. Where it goes next depends on where it is alone, so walks that meet stay together. */
    public static final class Wander implements Algorithm<Walk, ArrayList<Point>> {
        private static final int BRANCHES = 16;

        @Override
        public ArrayList<Point> compute(Walk walk) {
            Group group = walk.group();
            List<Point> jumps = new ArrayList<>();
            SplittableRandom same = new SplittableRandom(7);
            for (int i = 0; i < BRANCHES; i++) {
                jumps.add(point(group, same.nextLong(group.order()), same.nextLong(group.order())));
            }
            SplittableRandom own = new SplittableRandom(walk.seed());
            Point at = point(group, own.nextLong(group.order()), own.nextLong(group.order()));
            ArrayList<Point> distinguished = new ArrayList<>();
            for (int i = 0; i < walk.steps(); i++) {
                Point jump = jumps.get((int) (at.value() % BRANCHES));
                at = new Point(
                        group.times(at.value(), jump.value()),
                        (at.a() + jump.a()) % group.order(),
                        (at.b() + jump.b()) % group.order());
                if (walk.isDistinguished(at.value())) {
                    distinguished.add(at);
                }
            }
            return distinguished;
        }

        private static Point point(Group group, long a, long b) {
            return new Point(group.times(group.raise(group.base(), a), group.raise(group.power(), b)), a, b);
        }
    }

    /** In the group of the next safe prime. */
    static Group group(long above, long exponent) {
        BigInteger order = BigInteger.valueOf(above).nextProbablePrime();
        while (!order.shiftLeft(1).add(BigInteger.ONE).isProbablePrime(50)) {
            order = order.nextProbablePrime();
        }
        long modulus = 2 * order.longValueExact() + 1;
        Group plain = new Group(modulus, order.longValueExact(), 4, 1);
        return new Group(modulus, plain.order(), 4, plain.raise(4, exponent));
    }

    static Problem<Walk, ArrayList<Point>, Exponent> problem(long seed, boolean small) {
        long above = small ? 1L << 32 : 1L << 54;
        Group group = group(above, new SplittableRandom(seed).nextLong(above));
        return new Problem<>("rho", new Meetings(group, small ? 20_000 : 5_000_000), Wander.class);
    }

    public static void main(String[] words) throws Exception {
        boolean local = List.of(words).contains("local");
        try (Gleaner grid = local ? Gleaner.local() : Gleaner.connect()) {
            boolean small = local || List.of(words).contains("small");
            System.out.println(grid.submit(problem(1, small)).answer());
        }
    }
}
