package org.gleaner.core.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What its owner hears of a job beside its final results.
 *
 * @param partial how often new or changed outputs are uploaded while a task runs; none: only at its end
 * @param resume whether a task that is tried again finds what its last attempt had uploaded
 * @param webhook an http or https address that is told when the job ends; none: nobody is
 */
public record Feedback(
        @Nullable Duration partial,
        boolean resume,
        @Nullable String webhook) {
    public static final Feedback AT_THE_END = new Feedback(null, false, null);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Of a job that wants to resume and does not say how often. */
    private static final Duration USUAL = Duration.ofSeconds(60);

    private static final int LONGEST_ADDRESS = 2000;

    public Feedback {
        if (resume && partial == null) {
            partial = USUAL;
        }
        if (partial != null && partial.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("partial results can't be sent more often than once a second");
        }
        if (webhook != null && (webhook.length() > LONGEST_ADDRESS || !webhook.matches("https?://[^\\s\\p{Cntrl}]+"))) {
            throw new IllegalArgumentException("'" + webhook + "' is not an address such as https://host/path");
        }
    }

    /** Of a job whose tasks always begin anew. */
    public Feedback(@Nullable Duration partial, @Nullable String webhook) {
        this(partial, false, webhook);
    }
}
