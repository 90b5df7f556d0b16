package org.gleaner.client.description;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.protocol.problem.SystemWords;

/**
 * {@code array} as people write it.
 *
 * @param atMost tasks at once, as Slurm writes it behind a percent sign; 0: not said
 */
record RangeText(ArrayShape.Range range, int atMost) {
    private static final Pattern TEXT =
            Pattern.compile("(-?[0-9]{1,18})-(-?[0-9]{1,18})(?::([0-9]{1,18}))?(?:%([0-9]{1,9}))?");

    static RangeText parse(String text) throws ClientFailure {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw Draft.unusable("array", why(text));
        }
        String step = match.group(3);
        String atMost = match.group(4);
        if (atMost != null && Integer.parseInt(atMost) < 1) {
            throw Draft.unusable("array", "After % comes how many tasks may run at once, at least 1.");
        }
        try {
            return new RangeText(
                    new ArrayShape.Range(
                            Long.parseLong(match.group(1)),
                            Long.parseLong(match.group(2)),
                            step == null ? 1 : Long.parseLong(step)),
                    atMost == null ? 0 : Integer.parseInt(atMost));
        } catch (IllegalArgumentException impossible) {
            throw Draft.unusable("array", SystemWords.sentence(impossible));
        }
    }

    private static String why(String text) {
        if (text.matches("[0-9]+")) {
            return "'" + text + "' is one number; write 1-" + text + " for " + text + " tasks.";
        }
        if (text.indexOf(',') >= 0) {
            return "'" + text + "' is a list; put its values into a file, one per line, and use `each-line` F.";
        }
        return "'" + text + "' is not a range such as 1-1000 or 0-90:10.";
    }
}
