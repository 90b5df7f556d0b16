package org.gleaner.core.image;

import java.time.Instant;
import java.util.List;

/**
 * What a viewer is told of one image.
 *
 * @param more lists of which there was too much to tell, or not all that the viewer may know: to be asked for anew
 */
public record SeenChange(
        long number,
        Instant at,
        Sight.Change sight,
        List<JobLine> jobs,
        List<NodeLine> machines,
        List<SeenAttempt> attempts,
        List<String> settings,
        List<String> more) {
    /** Entries of one list. */
    public static final int MOST = 1_000;

    public static final String JOBS = "jobs";
    public static final String MACHINES = "machines";
    public static final String ATTEMPTS = "attempts";

    public SeenChange {
        jobs = List.copyOf(jobs);
        machines = List.copyOf(machines);
        attempts = List.copyOf(attempts);
        settings = List.copyOf(settings);
        more = List.copyOf(more);
    }
}
