package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much wider or narrower ranges must be so that eight of ten hold what they should. It learns from forecasts whose
 * end is known: how far off each was, compared with how wide it was, below and above and by how far ahead it looked. Of
 * these the ninth tenth is the factor that would have left out one in ten on that side. As long as few are known the
 * factor stays near that of all together, and that near one. Ranges are compared as ratios of the time that is left.
 * Confined to one thread.
 */
public final class Calibration {
    /** How far ahead, in seconds: what ends later is of the next kind. */
    private static final List<Double> KINDS = List.of(60.0, 600.0, 3_600.0, 21_600.0, 86_400.0);

    /** The latest of each kind: few enough to follow a drift, and many enough for a ninth tenth. */
    private static final int MOST = 200;

    /** So many forecasts count as much as what is believed without them. */
    private static final double PRIOR = 20;

    private static final double TAIL = 0.9;
    private static final double LEAST = 0.5;
    private static final double GREATEST = 4;

    /** Where all futures agree they say nothing of how certain that is; as a logarithm. */
    private static final double NARROWEST = 0.05;

    private static final double SHORTEST = 1;

    /**
     * How much wider the half ranges are made.
     *
     * @param upTo what is nearer than this is of this kind; null: all that is further than the others
     * @param known forecasts of this kind from which it was learnt
     */
    public record Width(@Nullable Duration upTo, int known, double below, double above) {}

    /** How far off a forecast was, in its own half ranges: negative if it erred to the other side. */
    private record Miss(double below, double above) {}

    private final ArrayDeque<Miss> all = new ArrayDeque<>();
    private final List<ArrayDeque<Miss>> kinds = new ArrayList<>();
    private @Nullable List<Width> widths;

    public Calibration() {
        for (int i = 0; i <= KINDS.size(); i++) {
            kinds.add(new ArrayDeque<>());
        }
    }

    /**
     * What was said came to its end.
     *
     * @param at when it was said
     * @param raw what the futures gave, before any calibration
     */
    public void learn(Instant at, Forecast.Span raw, Instant end) {
        Instant early = raw.p10();
        Instant middle = raw.p50();
        Instant late = raw.p90();
        if (early == null || middle == null || late == null) {
            return;
        }
        double said = seconds(at, middle);
        double off = Math.log(seconds(at, end) / said);
        Miss miss = new Miss(
                -off / Math.max(NARROWEST, Math.log(said / seconds(at, early))),
                off / Math.max(NARROWEST, Math.log(seconds(at, late) / said)));
        add(all, miss, MOST * 2);
        add(kinds.get(kind(said)), miss, MOST);
        widths = null;
    }

    private static void add(ArrayDeque<Miss> to, Miss miss, int most) {
        if (to.size() == most) {
            to.removeFirst();
        }
        to.addLast(miss);
    }

    /**
     * The same with ranges as wide as they turned out to have to be. The start is told as it was found.
     *
     * @param begin before which the job may not start; null: it may at any time
     */
    public Forecast applied(Instant at, @Nullable Instant begin, Forecast raw) {
        Forecast.Span finish = applied(at, raw.finish());
        if (begin != null) {
            finish = new Forecast.Span(
                    notBefore(begin, finish.p10()), notBefore(begin, finish.p50()), notBefore(begin, finish.p90()));
        }
        Forecast.Span start = raw.start();
        return new Forecast(start == null ? null : within(start, finish), finish);
    }

    /** What futures say of the start never is before it; only a range made wider reaches further than they do. */
    private static @Nullable Instant notBefore(Instant begin, @Nullable Instant then) {
        return then == null || !then.isBefore(begin) ? then : begin;
    }

    /** Nothing starts after it is done. */
    private static Forecast.Span within(Forecast.Span start, Forecast.Span finish) {
        return new Forecast.Span(
                earlier(start.p10(), finish.p10()),
                earlier(start.p50(), finish.p50()),
                earlier(start.p90(), finish.p90()));
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other == null || one.isBefore(other) ? one : other;
    }

    Forecast.Span applied(Instant at, Forecast.Span raw) {
        Instant early = raw.p10();
        Instant middle = raw.p50();
        Instant late = raw.p90();
        if (early == null || middle == null || !middle.isAfter(at) || all.isEmpty()) {
            return raw;
        }
        double said = seconds(at, middle);
        Width width = widths().get(kind(said));
        double least = NARROWEST * weight(all.size());
        double below = width.below() * Math.max(least, Math.log(said / seconds(at, early)));
        Instant p10 = after(at, said * Math.exp(-below));
        Instant p90 = null;
        if (late != null) {
            double above = width.above() * Math.max(least, Math.log(seconds(at, late) / said));
            p90 = after(at, said * Math.exp(above));
        }
        return new Forecast.Span(
                p10.isAfter(middle) ? middle : p10, middle, p90 != null && p90.isBefore(middle) ? middle : p90);
    }

    /** What is done with ranges at present, the nearest first. */
    public List<Width> widths() {
        List<Width> known = widths;
        if (known == null) {
            double below = factor(all, Miss::below, 1);
            double above = factor(all, Miss::above, 1);
            List<Width> found = new ArrayList<>();
            for (int kind = 0; kind < kinds.size(); kind++) {
                ArrayDeque<Miss> some = kinds.get(kind);
                found.add(new Width(
                        kind == KINDS.size() ? null : Duration.ofSeconds(Math.round(KINDS.get(kind))),
                        some.size(),
                        factor(some, Miss::below, below),
                        factor(some, Miss::above, above)));
            }
            known = Collections.unmodifiableList(found);
            widths = known;
        }
        return known;
    }

    /** @param otherwise what is believed without them */
    private static double factor(ArrayDeque<Miss> known, ToDoubleFunction<Miss> side, double otherwise) {
        if (known.isEmpty()) {
            return otherwise;
        }
        double[] sorted = known.stream().mapToDouble(side).toArray();
        Arrays.sort(sorted);
        // One more than are known, as the next one is not among them.
        int place = (int) Math.ceil((sorted.length + 1) * TAIL) - 1;
        double wanted = clipped(sorted[Math.min(place, sorted.length - 1)]);
        double weight = weight(sorted.length);
        return clipped(Math.exp(weight * Math.log(wanted) + (1 - weight) * Math.log(otherwise)));
    }

    private static double weight(int known) {
        return known / (known + PRIOR);
    }

    private static double clipped(double factor) {
        return Math.max(LEAST, Math.min(GREATEST, factor));
    }

    private static int kind(double seconds) {
        int kind = 0;
        while (kind < KINDS.size() && seconds >= KINDS.get(kind)) {
            kind++;
        }
        return kind;
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(SHORTEST, Duration.between(from, to).toMillis() / 1000.0);
    }

    private static Instant after(Instant at, double seconds) {
        return at.plusMillis(Math.round(seconds * 1000));
    }
}
