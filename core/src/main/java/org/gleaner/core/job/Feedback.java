package org.gleaner.core.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What its owner hears of a job beside its final results.
 *
 * @param partial how often new or changed outputs are uploaded while a task runs; none: only at its end
 * @param webhook an http or https address that is told when the job ends; none: nobody is
 */
public record Feedback(@Nullable Duration partial, @Nullable String webhook) {
    public static final Feedback AT_THE_END = new Feedback(null, null);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int LONGEST_ADDRESS = 2000;

    public Feedback {
        if (partial != null && partial.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("partial results can't be sent more often than once a second");
        }
        if (webhook != null && (webhook.length() > LONGEST_ADDRESS || !webhook.matches("https?://[^\\s\\p{Cntrl}]+"))) {
            throw new IllegalArgumentException("'" + webhook + "' is not an address such as https://host/path");
        }
    }
}
