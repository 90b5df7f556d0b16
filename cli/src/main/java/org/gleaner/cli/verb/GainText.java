package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Contrast.Gain;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.message.PastResult.Range;
import org.jspecify.annotations.Nullable;

/** How much sooner something is done, as people say it. */
final class GainText {
    /** Less than this nobody notices. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** One part in so many of the time that is left is no difference in the middle, and neither at both ends. */
    private static final int SLIGHT = 20;

    private static final int MODEST = 5;
    private static final String NONE = "no difference";

    private GainText() {}

    /**
     * Such as {@code 3 h 10 min sooner (2 h to 4 h)}.
     *
     * @param at when that was said: what is small beside the time that is left is told as none
     */
    static String of(Difference difference, Instant at) {
        Gain gain = difference.gain();
        Duration middle = gain.p50();
        if (middle == null) {
            return gain.sooner() > gain.later() ? "done, and never without it" : "never done";
        }
        Duration low = gain.p10();
        Duration high = gain.p90();
        if (middle.abs().compareTo(LEAST) < 0 && isSame(low, middle) && isSame(high, middle)) {
            return NONE;
        }
        Instant end = difference.now().p50();
        Duration left = end == null || end.isBefore(at) ? Duration.ZERO : Duration.between(at, end);
        boolean either = low != null && low.isNegative() && high != null && high.compareTo(Duration.ZERO) > 0;
        boolean slight = middle.abs().compareTo(either ? left.dividedBy(SLIGHT) : Duration.ZERO) < 0;
        if (slight && isWithin(low, left) && isWithin(high, left)) {
            return NONE;
        }
        String text = slight || middle.abs().compareTo(LEAST) < 0 ? NONE : directed(middle);
        return low == null || high == null ? text : text + between(low, high);
    }

    /** Such as {@code  (2 h to 4 h)}; nothing if both are the same. */
    private static String between(Duration low, Duration high) {
        if (low.equals(high)) {
            return "";
        }
        boolean later = high.compareTo(Duration.ZERO) <= 0;
        boolean sooner = !low.isNegative();
        return " ("
                + (later
                        ? Spans.text(high.abs()) + " to " + Spans.text(low.abs())
                        : sooner
                                ? Spans.text(low) + " to " + Spans.text(high)
                                : directed(low) + " to " + directed(high))
                + ")";
    }

    private static boolean isWithin(@Nullable Duration end, Duration left) {
        return end != null && end.abs().compareTo(left.dividedBy(MODEST)) < 0;
    }

    private static boolean isSame(@Nullable Duration one, Duration other) {
        return one != null && one.minus(other).abs().compareTo(LEAST) < 0;
    }

    /** How much sooner something is over that takes the one time instead of the other, such as {@code 3 h sooner}. */
    static String directed(Duration now, Duration then) {
        Duration gain = now.minus(then);
        return gain.abs().compareTo(LEAST) < 0 ? NONE : directed(gain);
    }

    /** The same, with what was gained at least and at most. */
    static String directed(Duration now, Duration then, @Nullable Range range) {
        return directed(now, then)
                + (range == null || isSame(range.low(), range.high()) ? "" : between(range.low(), range.high()));
    }

    private static String directed(Duration gain) {
        return Spans.text(gain.abs()) + (gain.isNegative() ? " later" : " sooner");
    }
}
