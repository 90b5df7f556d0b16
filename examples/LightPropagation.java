import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.IndexRange;
import org.gleaner.client.problem.IndexRanges;
import org.gleaner.client.problem.Problem;

/**
 * Monte Carlo light propagation: photons enter a slab that scatters and absorbs them. How many come out in front, how
 * many behind, and how many stay?
 *
 * <p>Run it with {@code java -cp gleaner-client.jar LightPropagation.java} ({@code local}: without a server). The
 * units are ranges of photons; they grow by themselves until each takes about the wanted time.
 */
public final class LightPropagation {
    private LightPropagation() {}

    /** What became of photons, as sums of their weights. */
    public record Fate(double reflected, double transmitted, double absorbed) implements Serializable {
        Fate plus(Fate other) {
            return new Fate(
                    reflected + other.reflected, transmitted + other.transmitted, absorbed + other.absorbed);
        }

        Fate of(long photons) {
            return new Fate(reflected / photons, transmitted / photons, absorbed / photons);
        }

        @Override
        public String toString() {
            String words = "reflected %.3f, transmitted %.3f, absorbed %.3f";
            return String.format(Locale.ROOT, words, reflected, transmitted, absorbed);
        }
    }

    /** Adds up what the units found. */
    public static final class Photons extends IndexRanges<Fate, Fate> {
        private static final long serialVersionUID = 1;

        private final long all;
        private Fate sum = new Fate(0, 0, 0);

        Photons(long first, long all, long grain) {
            super(new IndexRange(first, first + all), grain);
            this.all = all;
        }

        @Override
        protected void mergeRange(IndexRange range, Fate result) {
            sum = sum.plus(result);
        }

        @Override
        public Fate answer() {
            return sum.of(all);
        }
    }

    /** Follows photons one by one. What a photon does depends on its number alone. */
    public static final class Follow implements Algorithm<IndexRange, Fate> {
        private static final double SCATTERING = 90;
        private static final double ABSORPTION = 10;
        private static final double THICKNESS = 0.02;

        @Override
        public Fate compute(IndexRange range) {
            Fate sum = new Fate(0, 0, 0);
            for (long photon = range.first(); photon < range.end(); photon++) {
                sum = sum.plus(follow(new SplittableRandom(photon)));
            }
            return sum;
        }

        private static Fate follow(SplittableRandom random) {
            double depth = 0;
            double direction = 1;
            double weight = 1;
            double absorbed = 0;
            while (weight > 1e-4) {
                depth -= direction * Math.log(1 - random.nextDouble()) / (SCATTERING + ABSORPTION);
                if (depth < 0) {
                    return new Fate(weight, 0, absorbed);
                }
                if (depth > THICKNESS) {
                    return new Fate(0, weight, absorbed);
                }
                absorbed += weight * ABSORPTION / (SCATTERING + ABSORPTION);
                weight *= SCATTERING / (SCATTERING + ABSORPTION);
                direction = 2 * random.nextDouble() - 1;
            }
            return new Fate(0, 0, absorbed + weight);
        }
    }

    /** @param seed other photons for each */
    static Problem<IndexRange, Fate, Fate> problem(long seed, boolean small) {
        Photons photons = new Photons(seed * 1_000_000_000, small ? 50_000 : 100_000_000, 10_000);
        return new Problem<>("light", photons, Follow.class);
    }

    public static void main(String[] words) throws Exception {
        boolean local = List.of(words).contains("local");
        try (Gleaner grid = local ? Gleaner.local() : Gleaner.connect()) {
            boolean small = local || List.of(words).contains("small");
            System.out.println(grid.submit(problem(1, small)).answer());
        }
    }
}
