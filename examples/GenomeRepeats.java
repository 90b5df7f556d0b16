import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.Problem;

/**
 * Duplicate patterns in a genome: every string of a given length that occurs more than once, with how often it does. A
 * unit looks at the strings that begin with one prefix, so units need nothing of each other.
 */
public final class GenomeRepeats {
    private GenomeRepeats() {}

    /** A genome that everybody can make again from its seed: letters at random, and some stretches copied. */
    public record Genome(long seed, int length) implements Serializable {
        String letters() {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(length);
            while (text.length() < length) {
                if (text.length() > 1_000 && random.nextInt(2_000) == 0) {
                    int from = random.nextInt(text.length() - 100);
                    text.append(text, from, from + 100);
                } else {
                    text.append("ACGT".charAt(random.nextInt(4)));
                }
            }
            return text.substring(0, length);
        }
    }

    /** The strings of this length that begin so. */
    public record Share(Genome genome, int size, String prefix) implements Serializable {}

    /** What repeats, and how often. */
    public record Repeated(int size, TreeMap<String, Integer> strings) implements Serializable {
        @Override
        public String toString() {
            Map.Entry<String, Integer> most = strings.entrySet().stream()
                    .min(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .orElse(Map.entry("none", 0));
            return strings.size() + " strings of " + size + " letters occur more than once, " + most.getKey() + " "
                    + most.getValue() + " times";
        }
    }

    /** Collects what repeats. */
    public static final class Repeats extends DataManager<Share, HashMap<String, Integer>, Repeated> {
        private static final long serialVersionUID = 1;
        private static final int PREFIX = 2;

        private final Genome genome;
        private final int size;
        private final TreeMap<String, Integer> found = new TreeMap<>();
        private int given;
        private int merged;

        Repeats(Genome genome, int size) {
            this.genome = genome;
            this.size = size;
        }

        private static int all() {
            return 1 << 2 * PREFIX;
        }

        @Override
        public Share next() {
            if (given == all()) {
                return null;
            }
            StringBuilder prefix = new StringBuilder();
            for (int i = 0; i < PREFIX; i++) {
                prefix.append("ACGT".charAt(given >> 2 * i & 3));
            }
            given++;
            return new Share(genome, size, prefix.toString());
        }

        @Override
        public void merge(Share unit, HashMap<String, Integer> result) {
            found.putAll(result);
            merged++;
        }

        @Override
        public boolean isFinished() {
            return merged == all();
        }

        @Override
        public Repeated answer() {
            return new Repeated(size, found);
        }
    }

    /** Counts. */
    public static final class Count implements Algorithm<Share, HashMap<String, Integer>> {
        @Override
        public HashMap<String, Integer> compute(Share share) {
            String letters = share.genome().letters();
            Map<String, Integer> counts = new HashMap<>();
            for (int at = letters.indexOf(share.prefix());
                    at >= 0 && at + share.size() <= letters.length();
                    at = letters.indexOf(share.prefix(), at + 1)) {
                counts.merge(letters.substring(at, at + share.size()), 1, Integer::sum);
            }
            HashMap<String, Integer> repeated = new HashMap<>();
            counts.forEach((text, count) -> {
                if (count > 1) {
                    repeated.put(text, count);
                }
            });
            return repeated;
        }
    }

    static Problem<Share, HashMap<String, Integer>, Repeated> problem(long seed, boolean small) {
        Genome genome = new Genome(seed, small ? 50_000 : 4_000_000);
        return new Problem<>("repeats", new Repeats(genome, 32), Count.class);
    }

    public static void main(String[] words) throws Exception {
        boolean local = List.of(words).contains("local");
        try (Gleaner grid = local ? Gleaner.local() : Gleaner.connect()) {
            boolean small = local || List.of(words).contains("small");
            System.out.println(grid.submit(problem(1, small)).answer());
        }
    }
}
