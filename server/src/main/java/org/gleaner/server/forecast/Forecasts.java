package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.protocol.message.NextForecast;
import org.jspecify.annotations.Nullable;

/**
 * What was found by the last look ahead. Immutable.
 *
 * @param at from when on was looked; null: nobody has looked yet
 * @param futures how many were looked at
 * @param cost of all looks of this run of the server, in time of a processor
 * @param leftOut jobs that were in no future when somebody last looked or glanced, as too many are open that differ
 * @param rest until the next look or glance
 * @param failing whether looks fail, one after the other, so that nobody can say when there will be another
 */
public record Forecasts(
        @Nullable Instant at,
        int futures,
        Duration cost,
        Map<JobId, Expectation> jobs,
        Set<JobId> leftOut,
        Rest rest,
        boolean failing) {
    /**
     * How long a new job waits at least until something is said of it.
     *
     * @param owners those for whom that holds; the others are next
     * @param all whether it holds for all
     */
    public record Rest(Instant until, Set<Owner> owners, boolean all) {
        static final Rest NONE = new Rest(Instant.EPOCH, Collections.emptySet(), true);

        public Rest {
            owners = Collections.unmodifiableSet(new TreeSet<>(owners));
        }
    }

    static final Forecasts NONE =
            new Forecasts(null, 0, Duration.ZERO, Collections.emptyMap(), Collections.emptySet(), Rest.NONE, false);

    public Forecasts {
        jobs = Collections.unmodifiableMap(new HashMap<>(jobs));
        leftOut = Set.copyOf(leftOut);
    }

    /** The same, if nothing new comes of it for the time being, or again. */
    Forecasts failing(boolean now) {
        return new Forecasts(at, futures, cost, jobs, leftOut, rest, now);
    }

    /** The same, after something was spent. */
    Forecasts spent(Duration all, Rest next) {
        return new Forecasts(at, futures, all, jobs, leftOut, next, failing);
    }

    /** Instead of what was found before. */
    Forecasts found(@Nullable Instant when, int looked, Map<JobId, Expectation> said, Set<JobId> unsaid) {
        return new Forecasts(when, looked, cost, said, unsaid, rest, failing);
    }

    /** Nothing if it was not open then, or left out. */
    public Optional<Expectation> of(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    /** Whether it was open when somebody last looked or glanced, as far as is known. */
    boolean isKnown(JobId job) {
        return jobs.containsKey(job) || leftOut.contains(job);
    }

    /** What is to be said of a job of which nothing can be said yet. */
    public NextForecast next(JobId job, Owner owner, Instant now) {
        boolean waits = rest.all() || rest.owners().contains(owner);
        return new NextForecast(
                failing, leftOut.contains(job), waits ? Spans.between(now, rest.until()) : Duration.ZERO);
    }
}
