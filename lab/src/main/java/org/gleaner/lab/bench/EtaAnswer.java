package org.gleaner.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.ahead.Forecast;
import org.jspecify.annotations.Nullable;

/**
 * What was said of how long a job still takes, and how long it took. All in seconds from when it was asked; infinite:
 * longer than anybody looked.
 *
 * @param percent of its tasks that were done then
 * @param asked when that was, from its submission
 */
record EtaAnswer(int percent, double asked, double p10, double p50, double p90, double truth) {
    /** @param said at {@code now}, of a job that was there from {@code begin} to {@code end} */
    static EtaAnswer of(int percent, Instant begin, Instant now, Forecast.Span said, Instant end) {
        return new EtaAnswer(
                percent,
                seconds(begin, now),
                seconds(now, said.p10()),
                seconds(now, said.p50()),
                seconds(now, said.p90()),
                seconds(now, end));
    }

    private static double seconds(Instant from, @Nullable Instant to) {
        return to == null
                ? Double.POSITIVE_INFINITY
                : Duration.between(from, to).toMillis() / 1e3;
    }

    boolean isWithin() {
        return truth >= p10 && truth <= p90;
    }

    /** Greater than one: it took longer than said. */
    double ratio() {
        return truth / p50;
    }

    /** How wrong the time in the middle was, as a part of what was left. */
    double error() {
        return Math.abs(truth - p50) / truth;
    }

    /** The one in the middle of these. */
    static double usualError(List<EtaAnswer> answers) {
        double[] errors =
                answers.stream().mapToDouble(EtaAnswer::error).sorted().toArray();
        return errors[errors.length / 2];
    }
}
