package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.gleaner.core.ahead.Calibration;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.ForecastRecord.Reliability;
import org.gleaner.protocol.message.ForecastRecord.Stage;
import org.gleaner.protocol.message.ForecastRecord.When;

/** What forecasts were worth, now that the truth is known. */
final class Hindsight {
    /** Where a bell curve leaves out one in ten. */
    private static final double TENTH = 1.2816;

    private static final int CHANCES = 10;

    /** Half a range is at least this wide, as a logarithm, or nothing could be said of where in it the truth is. */
    private static final double NARROWEST = 0.01;

    private Hindsight() {}

    /** One forecast with its end. */
    private record Scored(KeptForecast kept, Instant end) {
        When when() {
            if (kept.number() == 1) {
                return When.FIRST;
            }
            double life = Math.max(1, Duration.between(kept.begun(), end).toMillis());
            double part = kept.age().toMillis() / life;
            return part < 1 / 3.0 ? When.EARLY : part < 2 / 3.0 ? When.MIDDLE : When.LATE;
        }

        /** The time that was left, divided by what was said. */
        double ratio() {
            return left(end) / left(middle());
        }

        private Instant middle() {
            Instant middle = kept.said().p50();
            return middle == null ? end : middle;
        }

        private double left(Instant at) {
            return Math.max(1, Duration.between(kept.at(), at).toMillis() / 1000.0);
        }

        /** By the chances that were said: how likely it was to have ended by then. */
        double chance() {
            double off = Math.log(ratio());
            Instant side = off < 0 ? kept.said().p10() : kept.said().p90();
            double width = side == null ? Double.MAX_VALUE : Math.abs(Math.log(left(side) / left(middle())));
            return bell(TENTH * off / Math.max(NARROWEST, width));
        }
    }

    static ForecastRecord of(List<KeptForecast> known, int open, List<Calibration.Width> widths) {
        Map<When, List<Scored>> stages = new EnumMap<>(When.class);
        List<Scored> all = new ArrayList<>();
        Instant since = null;
        for (KeptForecast kept : known) {
            Instant end = kept.finished();
            if (end != null) {
                Scored one = new Scored(kept, end);
                all.add(one);
                stages.computeIfAbsent(one.when(), when -> new ArrayList<>()).add(one);
                since = since == null || kept.at().isBefore(since) ? kept.at() : since;
            }
        }
        if (!all.isEmpty()) {
            stages.put(When.ALL, all);
        }
        List<Stage> told = new ArrayList<>();
        stages.forEach((when, some) -> told.add(stage(when, some)));
        return new ForecastRecord(since, all.size(), open, told, chances(all), widths);
    }

    private static Stage stage(When when, List<Scored> some) {
        double below = part(some, one -> isBefore(one.kept().said(), one.end()));
        double above = part(some, one -> isAfter(one.kept().said(), one.end()));
        double raw = part(some, one -> isBefore(one.kept().raw(), one.end()))
                + part(some, one -> isAfter(one.kept().raw(), one.end()));
        return new Stage(
                when,
                some.size(),
                1 - below - above,
                below,
                above,
                1 - raw,
                Math.exp(median(some, one -> Math.abs(Math.log(one.ratio())))) - 1,
                median(some, Scored::ratio));
    }

    private interface Test {
        boolean holds(Scored one);
    }

    private static double part(List<Scored> some, Test test) {
        return (double) some.stream().filter(test::holds).count() / some.size();
    }

    private static boolean isBefore(Forecast.Span span, Instant end) {
        Instant early = span.p10();
        return early != null && end.isBefore(early);
    }

    private static boolean isAfter(Forecast.Span span, Instant end) {
        Instant late = span.p90();
        return late != null && end.isAfter(late);
    }

    private static double median(List<Scored> some, ToDoubleFunction<Scored> what) {
        double[] sorted = some.stream().mapToDouble(what).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static List<Reliability> chances(List<Scored> all) {
        List<Reliability> chances = new ArrayList<>();
        for (int i = 1; i < CHANCES && !all.isEmpty(); i++) {
            double said = i / (double) CHANCES;
            chances.add(new Reliability(said, part(all, one -> one.chance() <= said)));
        }
        return chances;
    }

    /** The part of a bell curve that lies below this, by a formula of Zelen and Severo. */
    private static double bell(double z) {
        double t = 1 / (1 + 0.2316419 * Math.abs(z));
        double tail = Math.exp(-z * z / 2)
                / Math.sqrt(2 * Math.PI)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return z > 0 ? 1 - tail : tail;
    }
}
