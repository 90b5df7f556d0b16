package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.ahead.Calibration;
import org.jspecify.annotations.Nullable;

/**
 * How good forecasts were.
 *
 * @param since when the oldest of them was made; null: none is known
 * @param scored how many came to their end
 * @param open how many are kept of jobs that are not done yet
 * @param stages by the part of the job's life in which they were made; only those with any
 * @param chances what was said with a chance, and how often it came true
 * @param widths what is done with ranges at present, of all jobs of the pool together
 */
public record ForecastRecord(
        @Nullable Instant since,
        int scored,
        int open,
        List<Stage> stages,
        List<Reliability> chances,
        List<Calibration.Width> widths) {
    public ForecastRecord {
        stages = List.copyOf(stages);
        chances = List.copyOf(chances);
        widths = List.copyOf(widths);
    }

    /** When in its life a job was asked about. */
    public enum When {
        /** The first forecast of a job. */
        FIRST,
        /** In its first third. */
        EARLY,
        MIDDLE,
        LATE,
        /** All of these. */
        ALL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Forecasts of one part of their jobs' lives.
     *
     * @param inside the part that ended within the range that was told, which should be 0.8
     * @param below the part that ended before it
     * @param above the part that ended after it
     * @param uncalibrated the part that would have ended within the range as the futures gave it
     * @param error half of them were off by less than this part of the time that was left
     * @param ratio the time that was left, divided by what was said, in the middle: above 1 if it took longer
     */
    public record Stage(
            When when,
            int count,
            double inside,
            double below,
            double above,
            double uncalibrated,
            double error,
            double ratio) {}

    /** @param seen the part of the forecasts that ended by when they were said to end with this chance */
    public record Reliability(double said, double seen) {}
}
