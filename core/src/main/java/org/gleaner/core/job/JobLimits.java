package org.gleaner.core.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often and how long the tasks of a job may be tried.
 *
 * @param time longest run of one attempt; none: no limit
 * @param maxFailures failures charged to a task before it is blocked
 * @param maxLost lost attempts before a task is blocked
 * @param stopAfter the job pauses itself after this many blocked tasks; 0: the general rule
 * @param retryLimits whether an attempt that exceeded a limit is tried again like a failure
 * @param atMost live attempts of the job at once; 0: no limit
 * @param copies live attempts of one task at once, as far as redundancy finds them worth it; 1: it never runs twice at
 *     once
 * @param expected how long its owner thinks that one task runs on a machine of mean speed; null: nobody said
 * @param forewarning what it is sent before its time is over; null: nothing
 * @param canary whether one task goes first: the others start when it is done
 */
public record JobLimits(
        @Nullable Duration time,
        int maxFailures,
        int maxLost,
        int stopAfter,
        boolean retryLimits,
        int atMost,
        int copies,
        @Nullable Duration expected,
        @Nullable Forewarning forewarning,
        boolean canary) {
    /** More copies of a task gain nothing even where machines differ much. */
    public static final int MOST_COPIES = 20;

    public static final JobLimits DEFAULT = new JobLimits(null, 3, 20, 0, false, 0, MOST_COPIES, null, null);

    /** Of a job whose tasks all go at once. */
    public JobLimits(
            @Nullable Duration time,
            int maxFailures,
            int maxLost,
            int stopAfter,
            boolean retryLimits,
            int atMost,
            int copies,
            @Nullable Duration expected,
            @Nullable Forewarning forewarning) {
        this(time, maxFailures, maxLost, stopAfter, retryLimits, atMost, copies, expected, forewarning, false);
    }

    public JobLimits {
        if (time != null && (time.isNegative() || time.isZero())) {
            throw new IllegalArgumentException("the time limit must be longer than nothing");
        }
        if (expected != null && (expected.isNegative() || expected.isZero())) {
            throw new IllegalArgumentException("the expected run time must be longer than nothing");
        }
        if (expected != null && time != null && expected.compareTo(time) > 0) {
            throw new IllegalArgumentException("the expected run time, " + Spans.text(expected)
                    + ", is longer than the time limit, " + Spans.text(time));
        }
        if (maxFailures < 1 || maxLost < 1) {
            throw new IllegalArgumentException("max-failures and max-lost are at least 1");
        }
        if (stopAfter < 0 || atMost < 0) {
            throw new IllegalArgumentException("stop-after and at-most can't be negative");
        }
        if (copies < 1 || copies > MOST_COPIES) {
            throw new IllegalArgumentException("copies are from 1 to " + MOST_COPIES);
        }
    }

    /** With or without a task that goes first. */
    public JobLimits withCanary(boolean first) {
        return new JobLimits(
                time, maxFailures, maxLost, stopAfter, retryLimits, atMost, copies, expected, forewarning, first);
    }
}
