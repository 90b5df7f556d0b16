package org.gleaner.simulator.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.gleaner.core.ahead.Calibration;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.simulator.experiment.Foresight.Answer;
import org.jspecify.annotations.Nullable;

/** What a server would have said: with ranges as wide as they had to be for jobs that were done before. */
public final class Calibrated {
    private static final double MILLIS = 60_000;

    private Calibrated() {}

    /** @param raw of one trial, as futures gave them */
    public static List<Answer> of(List<Answer> raw) {
        Calibration calibration = new Calibration();
        PriorityQueue<Answer> open = new PriorityQueue<>(Comparator.comparingDouble(one -> one.at() + one.left()));
        List<Answer> calibrated = new ArrayList<>();
        List<Answer> inTime = new ArrayList<>(raw);
        inTime.sort(Comparator.comparingDouble(Answer::at));
        for (Answer next : inTime) {
            for (Answer done = open.peek(); done != null && done.at() + done.left() <= next.at(); done = open.peek()) {
                calibration.learn(instant(done.at()), span(done), instant(done.at() + done.left()));
                open.remove();
            }
            Forecast.Span told = calibration
                    .applied(instant(next.at()), null, new Forecast(null, span(next)))
                    .finish();
            calibrated.add(new Answer(
                    next.job(),
                    next.at(),
                    next.asked(),
                    next.left(),
                    left(next, told.p10()),
                    left(next, told.p50()),
                    left(next, told.p90())));
            open.add(next);
        }
        return calibrated;
    }

    private static Forecast.Span span(Answer one) {
        return new Forecast.Span(then(one, one.p10()), then(one, one.p50()), then(one, one.p90()));
    }

    private static @Nullable Instant then(Answer one, double left) {
        return Double.isInfinite(left) ? null : instant(one.at() + left);
    }

    private static Instant instant(double minutes) {
        return Instant.EPOCH.plusMillis(Math.round(minutes * MILLIS));
    }

    private static double left(Answer one, @Nullable Instant then) {
        return then == null
                ? Double.POSITIVE_INFINITY
                : Duration.between(instant(one.at()), then).toMillis() / MILLIS;
    }
}
