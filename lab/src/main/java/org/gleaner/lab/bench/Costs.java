package org.gleaner.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Which figures of a benchmark are costs that two versions of the program can be compared by: less is better. */
enum Costs {
    DISPATCH(".*", ".*CPU ms per task", true),
    QUEUE(".*", "(submit|restart) s|(sync|commit|store) p50 us|heap MB", false),
    DECIDE(".*", "(?!p99).*", false),
    START("gleaner .*", "ms", true);

    private static final int MOST = 1000;

    private final Pattern rows;
    private final Pattern columns;
    private final boolean apart;

    /** @param apart whether the rows are different things, not one thing in different sizes */
    Costs(String rows, String columns, boolean apart) {
        this.rows = Pattern.compile(rows);
        this.columns = Pattern.compile(columns);
        this.apart = apart;
    }

    /** Where a figure stands in the tables of a report. */
    record Place(String row, String column) {
        @Override
        public String toString() {
            return row + ": " + column;
        }
    }

    /** Null: versions can't be compared by this benchmark. */
    static @Nullable Costs of(String bench) {
        for (Costs one : values()) {
            if (one.bench().equals(bench)) {
                return one;
            }
        }
        return null;
    }

    String bench() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The costs in a report as {@code bench --json} prints it, in its order. */
    Map<Place, Double> in(byte[] report) throws IOException {
        Map<Place, Double> figures = new LinkedHashMap<>();
        Json.read(report, in -> listed(in, "tables", table -> listed(table, "rows", row -> row(row, figures))));
        figures.keySet()
                .removeIf(place -> !rows.matcher(place.row()).matches()
                        || !columns.matcher(place.column()).matches());
        return figures;
    }

    /** Reads one field of an object, which is a list; the others say nothing of costs. */
    private static <T> List<T> listed(JsonInput in, String name, JsonReader<T> element) throws IOException {
        List<T> all = new ArrayList<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals(name)) {
                all.addAll(in.list(MOST, element));
            } else {
                in.skip();
            }
        }
        return all;
    }

    /** The only text in a row is its label, which comes first. */
    private static String row(JsonInput in, Map<Place, Double> figures) throws IOException {
        String label = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (in.isText()) {
                label = in.text();
            } else {
                figures.put(new Place(label, field), in.fraction());
            }
        }
        return label;
    }

    /**
     * How many times as much the second takes, for each thing that is measured: the geometric mean over its sizes, so
     * that the largest does not drown the others. What only one has, and what took nothing measurable, is left out.
     */
    Map<String, Double> ratios(Map<Place, Double> old, Map<Place, Double> fresh) {
        Map<String, List<Double>> logarithms = new TreeMap<>();
        old.forEach((place, before) -> {
            double after = fresh.getOrDefault(place, 0.0);
            if (before > 0 && after > 0) {
                logarithms
                        .computeIfAbsent(apart ? place.row() : place.column(), thing -> new ArrayList<>())
                        .add(Math.log(after / before));
            }
        });
        Map<String, Double> ratios = new TreeMap<>();
        logarithms.forEach((thing, some) -> ratios.put(
                thing,
                Math.exp(
                        some.stream().mapToDouble(Double::doubleValue).average().orElseThrow())));
        return ratios;
    }
}
