import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.Problem;

/**
 * A travelling salesman: a short way through all cities and back. The units of one stage begin with the best tour of
 * the stage before, each disturbs it in another way and improves what comes of it. So units depend on earlier results,
 * and between two stages there is none for a moment.
 */
public final class TravellingSalesman {
    private TravellingSalesman() {}

    /** Where a city is. */
    public record City(int number, double x, double y) implements Serializable {}

    /** Cities in the order in which they are visited. */
    public record Tour(ArrayList<City> cities) implements Serializable {
        double length() {
            double sum = 0;
            for (int i = 0; i < cities.size(); i++) {
                City from = cities.get(i);
                City to = cities.get((i + 1) % cities.size());
                sum += Math.hypot(from.x() - to.x(), from.y() - to.y());
            }
            return sum;
        }
    }

    /** What was found, and what it began with. */
    public record Improved(Tour tour, Tour first) implements Serializable {
        @Override
        public String toString() {
            String order = tour.cities().stream()
                    .map(city -> Integer.toString(city.number()))
                    .collect(Collectors.joining(" "));
            return String.format(
                    Locale.ROOT, "tour: %.2f long, %.2f at the start: %s", tour.length(), first.length(), order);
        }
    }

    /** One attempt to improve a tour. */
    public record Attempt(Tour from, long seed) implements Serializable {}

    /** Goes from stage to stage with the best tour that is known. */
    public static final class Tours extends DataManager<Attempt, Tour, Improved> {
        private static final long serialVersionUID = 1;
        private static final int OF_STAGE = 8;

        private final int stages;
        private final Tour first;
        private Tour best;
        private int stage;
        private int given;
        private int merged;

        Tours(Tour first, int stages) {
            this.first = first;
            this.best = first;
            this.stages = stages;
        }

        @Override
        public Attempt next() {
            // None now, until the last one of this stage is back.
            return given == OF_STAGE ? null : new Attempt(best, 1_000L * stage + ++given);
        }

        @Override
        public void merge(Attempt unit, Tour result) {
            if (result.length() < best.length()) {
                best = result;
            }
            if (++merged == OF_STAGE) {
                stage++;
                given = 0;
                merged = 0;
            }
        }

        @Override
        public boolean isFinished() {
            return stage == stages;
        }

        @Override
        public Improved answer() {
            return new Improved(best, first);
        }
    }

    /** Disturbs a tour, then turns parts of it round as long as that makes it shorter. */
    public static final class Improve implements Algorithm<Attempt, Tour> {
        @Override
        public Tour compute(Attempt attempt) {
            ArrayList<City> cities = new ArrayList<>(attempt.from().cities());
            Random random = new Random(attempt.seed());
            int from = random.nextInt(cities.size());
            int to = Math.min(cities.size(), from + 2 + random.nextInt(10));
            Collections.shuffle(cities.subList(from, to), random);
            boolean better = true;
            while (better) {
                better = false;
                for (int i = 1; i < cities.size() - 1; i++) {
                    for (int j = i + 1; j < cities.size(); j++) {
                        if (gain(cities, i, j) > 1e-9) {
                            Collections.reverse(cities.subList(i, j + 1));
                            better = true;
                        }
                    }
                }
            }
            return new Tour(cities);
        }

        private static double gain(List<City> cities, int i, int j) {
            City before = cities.get(i - 1);
            City after = cities.get((j + 1) % cities.size());
            return way(before, cities.get(i))
                    + way(cities.get(j), after)
                    - way(before, cities.get(j))
                    - way(cities.get(i), after);
        }

        private static double way(City from, City to) {
            return Math.hypot(from.x() - to.x(), from.y() - to.y());
        }
    }

    static Problem<Attempt, Tour, Improved> problem(long seed, boolean small) {
        Random random = new Random(seed);
        ArrayList<City> cities = new ArrayList<>();
        for (int i = 0; i < (small ? 60 : 600); i++) {
            cities.add(new City(i, random.nextDouble(), random.nextDouble()));
        }
        return new Problem<>("tsp", new Tours(new Tour(cities), small ? 3 : 20), Improve.class);
    }

    public static void main(String[] words) throws Exception {
        boolean local = List.of(words).contains("local");
        try (Gleaner grid = local ? Gleaner.local() : Gleaner.connect()) {
            boolean small = local || List.of(words).contains("small");
            System.out.println(grid.submit(problem(1, small)).answer());
        }
    }
}
