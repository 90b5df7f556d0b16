package org.gleaner.cli.verb;

import java.time.Duration;
import org.gleaner.core.ahead.Contrast.Gain;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/** How much sooner something is done, as people say it. */
final class GainText {
    /** Less than this nobody notices. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private GainText() {}

    /** Such as {@code 3 h 10 min sooner (2 h to 4 h)}. */
    static String of(Gain gain) {
        Duration middle = gain.p50();
        if (middle == null) {
            return gain.sooner() > gain.later() ? "done, and never without it" : "never done";
        }
        if (middle.abs().compareTo(LEAST) < 0 && isSame(gain.p10(), middle) && isSame(gain.p90(), middle)) {
            return "no difference";
        }
        Duration low = gain.p10();
        Duration high = gain.p90();
        String text = middle.abs().compareTo(LEAST) < 0 ? "no difference" : directed(middle);
        if (low == null || high == null || low.equals(high)) {
            return text;
        }
        boolean later = high.compareTo(Duration.ZERO) <= 0;
        boolean sooner = !low.isNegative();
        return text + " ("
                + (later
                        ? Spans.text(high.abs()) + " to " + Spans.text(low.abs())
                        : sooner
                                ? Spans.text(low) + " to " + Spans.text(high)
                                : directed(low) + " to " + directed(high))
                + ")";
    }

    private static boolean isSame(@Nullable Duration one, Duration other) {
        return one != null && one.minus(other).abs().compareTo(LEAST) < 0;
    }

    /** How much sooner something is over that takes the one time instead of the other, such as {@code 3 h sooner}. */
    static String directed(Duration now, Duration then) {
        Duration gain = now.minus(then);
        return gain.abs().compareTo(LEAST) < 0 ? "no difference" : directed(gain);
    }

    private static String directed(Duration gain) {
        return Spans.text(gain.abs()) + (gain.isNegative() ? " later" : " sooner");
    }
}
