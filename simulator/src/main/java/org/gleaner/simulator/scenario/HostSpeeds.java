package org.gleaner.simulator.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How fast hosts are, in any unit: only ratios count. Either all alike; or a CSV file with {@code host,speed}; or one
 * with {@code hosts,gflops_per_host} (and other columns), from which each host draws its speed per seed, each line as
 * likely as it has hosts. Immutable.
 */
public final class HostSpeeds {
    private static final double FASTEST = 1e12;
    private static final double SLOWEST = 1e-9;
    private static final int MOST = 1_000_000;

    private final String file;
    private final SortedMap<String, Double> known;
    /** Speeds by the summed weight up to and without each. */
    private final NavigableMap<Double, Double> drawn;

    private final double weight;

    private HostSpeeds(
            String file, SortedMap<String, Double> known, NavigableMap<Double, Double> drawn, double weight) {
        this.file = file;
        this.known = known;
        this.drawn = drawn;
        this.weight = weight;
    }

    public static HostSpeeds equal() {
        return new HostSpeeds("", new TreeMap<>(), new TreeMap<>(), 0);
    }

    public static HostSpeeds read(Path path) throws ScenarioError {
        try (TextLines lines = TextLines.open(path)) {
            List<String> columns = Row.header(lines, List.of());
            boolean byHost = columns.contains("host") && columns.contains("speed");
            if (!byHost && !(columns.contains("hosts") && columns.contains("gflops_per_host"))) {
                throw lines.wrong(
                        "these columns contain no speeds.",
                        "Use host,speed or hosts,gflops_per_host.",
                        "Start the file with a line that names them.");
            }
            SortedMap<String, Double> known = new TreeMap<>();
            NavigableMap<Double, Double> drawn = new TreeMap<>();
            double weight = 0;
            for (Row row = Row.csv(lines, columns); row != null; row = Row.csv(lines, columns)) {
                if (byHost) {
                    String host = row.text("host");
                    if (known.put(host, row.number("speed", SLOWEST, FASTEST)) != null) {
                        throw row.wrong(
                                "the host " + host + " appears twice.",
                                "A host has one speed.",
                                "Delete one of its lines.");
                    }
                } else {
                    drawn.put(weight, row.number("gflops_per_host", SLOWEST, FASTEST));
                    weight += row.number("hosts", SLOWEST, FASTEST);
                }
                if (known.size() + drawn.size() > MOST) {
                    throw row.wrong("there are too many lines.", "At most " + MOST + " are read.", "Give fewer.");
                }
            }
            if (known.isEmpty() && drawn.isEmpty()) {
                throw lines.wrong("the file has no speeds.", "It contains only a header.", "Add lines.");
            }
            return new HostSpeeds(lines.file(), known, drawn, weight);
        }
    }

    /** Refuses hosts of which nothing is known. */
    void check(List<String> hosts) throws ScenarioError {
        for (String host : hosts) {
            if (!known.isEmpty() && !known.containsKey(host)) {
                throw new ScenarioError(
                        file + " has no speed for the host " + host + ".",
                        "Every host of the trace needs a line in it.",
                        "Add a line, or leave out the file to treat all hosts as equally fast.");
            }
        }
    }

    /** The powers of these hosts; a machine of their mean speed has the reference power. */
    List<Double> powers(List<String> hosts, long seed) {
        List<Double> speeds = new ArrayList<>();
        double sum = 0;
        for (String host : hosts) {
            double speed = speed(host, seed);
            speeds.add(speed);
            sum += speed;
        }
        double mean = sum / hosts.size();
        return speeds.stream()
                .map(speed -> TrialMachine.REFERENCE_POWER * mean / speed)
                .toList();
    }

    private double speed(String host, long seed) {
        Double exactly = known.get(host);
        if (exactly != null) {
            return exactly;
        }
        double draw = weight * Luck.of(seed, "speed " + host, 0).nextDouble();
        Map.Entry<Double, Double> entry = drawn.floorEntry(draw);
        return entry == null ? 1 : entry.getValue();
    }
}
