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
     * @param modulus below 2^31, so that products fit
     */
    public record Group(long modulus, long order, long base, long power) implements Serializable {
        long times(long a, long b) {
            return a * b % modulus;
        }

        long raise(long number, long exponent) {
            return BigInteger.valueOf(number)
                    .modPow(BigInteger.valueOf(exponent), BigInteger.valueOf(modulus))
                    .longValueExact();
        }
    }

    /** A point of a walk: base^a times power^b. */
    public record Point(long value, long a, long b) implements Serializable {}

    /** Where a walk begins. */
    public record Walk(Group group, long seed, int steps) implements Serializable {}

    /** Remembers the distinguished points, and sees when two walks meet. */
    public static final class Meetings extends DataManager<Walk, ArrayList<Point>, Long> {
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
        public Long answer() {
            return found;
        }
    }

    /** Walks. Where it goes next depends on where it is alone, so walks that meet stay together. */
    public static final class Wander implements Algorithm<Walk, ArrayList<Point>> {
        private static final int BRANCHES = 16;
        private static final long DISTINGUISHED = 256;

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
                Point jump = jumps.get((int) (at.value() / DISTINGUISHED % BRANCHES));
                at = new Point(
                        group.times(at.value(), jump.value()),
                        (at.a() + jump.a()) % group.order(),
                        (at.b() + jump.b()) % group.order());
                if (at.value() % DISTINGUISHED == 0) {
                    distinguished.add(at);
                }
            }
            return distinguished;
        }

        private static Point point(Group group, long a, long b) {
            return new Point(group.times(group.raise(group.base(), a), group.raise(group.power(), b)), a, b);
        }
    }

    /** The group of the next safe prime. */
    static Group group(long above, long secret) {
        BigInteger order = BigInteger.valueOf(above).nextProbablePrime();
        while (!order.shiftLeft(1).add(BigInteger.ONE).isProbablePrime(50)) {
            order = order.nextProbablePrime();
        }
        long modulus = 2 * order.longValueExact() + 1;
        Group plain = new Group(modulus, order.longValueExact(), 4, 1);
        return new Group(modulus, plain.order(), 4, plain.raise(4, secret));
    }

    static String solve(Gleaner grid, boolean small) throws Exception {
        long secret = 123_456_789;
        Group group = group(small ? 1L << 27 : 1L << 29, secret);
        long x = grid.submit(new Problem<>("rho", new Meetings(group, 20_000), Wander.class))
                .answer();
        return "x = " + x + (x == secret % group.order() ? ", right" : ", wrong");
    }

    public static void main(String[] words) throws Exception {
        boolean local = words.length > 0 && words[0].equals("local");
        try (Gleaner grid = local ? Gleaner.local() : Gleaner.connect()) {
            System.out.println(solve(grid, local));
        }
    }
}
