package org.gleaner.core.attempt;

import java.util.regex.Pattern;
import org.gleaner.core.job.CutText;
import org.jspecify.annotations.Nullable;

/**
 * The line by which failures are told apart: the last that a task wrote to standard error, without what differs from
 * task to task. So a thousand tasks that fail for one reason make one line.
 */
public final class FailureLine {
    private static final int LONGEST = 200;
    /** What is longer is cut first, so that no line costs more than a short one. */
    private static final int LONGEST_READ = 2_000;

    private static final Pattern PATH = Pattern.compile("(?:[A-Za-z]:|\\.{1,2})?[/\\\\][^\\s'\"`,;:()\\[\\]<>]+");
    private static final Pattern HEX = Pattern.compile("\\b0[xX][0-9a-fA-F]+\\b|\\b[0-9a-f]{16,64}\\b");
    /** The 8 of UTF-8 is part of a name. */
    private static final Pattern NUMBER =
            Pattern.compile("(?<![A-Za-z0-9_.]|UTF-|utf-)[0-9]+(?:\\.[0-9]+)*(?![A-Za-z_])");

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private FailureLine() {}

    /** Null for an ending that is no failure. */
    public static @Nullable String of(AttemptReport report) {
        return of(report.outcome(), report.tail(), report.detail());
    }

    /** The same, from what is known of an attempt elsewhere. */
    public static @Nullable String of(Outcome outcome, String tail, String detail) {
        if (outcome.charge() == Outcome.Charge.NOTHING) {
            return null;
        }
        // An exit code, a time limit, or what of the job can't be started, is the same for all that fail alike; and who
        // reads it must learn which program is meant.
        boolean alike = !spoke(outcome, tail)
                && (outcome == Outcome.EXITED
                        || outcome == Outcome.TIMED_OUT
                        || outcome.charge() == Outcome.Charge.NODE);
        String line = lastLine(spoke(outcome, tail) ? tail : detail);
        return alike ? shortened(line) : blanked(line);
    }

    /** The line of one failure as it was written, figures and paths included. */
    public static String written(Outcome outcome, String tail, String detail) {
        return shortened(lastLine(spoke(outcome, tail) ? tail : detail));
    }

    private static boolean spoke(Outcome outcome, String tail) {
        return outcome.charge() == Outcome.Charge.FAILURE && !tail.isBlank();
    }

    private static String lastLine(String text) {
        String found = "";
        for (String line : text.split("\\R", -1)) {
            if (!line.isBlank()) {
                found = line.strip();
            }
        }
        return found;
    }

    /** Digits and paths blanked. */
    static String blanked(String line) {
        String text = CONTROL.matcher(CutText.to(LONGEST_READ, line)).replaceAll(" ");
        text = PATH.matcher(text).replaceAll("…");
        text = HEX.matcher(text).replaceAll("#");
        return shortened(NUMBER.matcher(text).replaceAll("#"));
    }

    private static String shortened(String line) {
        return CutText.marked(LONGEST, CONTROL.matcher(line).replaceAll(" "));
    }
}
