package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.open.Deadlines;
import org.gleaner.core.open.OpenJob;

/**
 * Finds out which jobs have to hurry to be done by their deadlines: those that have no more time to spare than they
 * need, on the part of the pool that is their owner's. Looks at no job without a deadline, and at the others now and
 * then, as time alone makes them urgent; so decisions only compare what was found.
 */
record Urgency(Roster roster, Instant now) {
    /** Those with the earliest deadlines. */
    private static final int MOST_LOOKED_AT = 1_000;

    /** A job has to hurry if it has at most this many times the time that it needs. */
    private static final double CLOSE = 2;

    /** With less than this part of the time that it needs, hurry is of no use at all. */
    private static final double TOO_LATE = 0.25;

    /** What is urgent now, or has to start at another time, and what is urgent no longer; nothing: all is as before. */
    Optional<SoftEvent.UrgencySeen> changes() {
        Deadlines deadlines = roster.jobs().deadlines();
        if (deadlines.isEmpty()) {
            return Optional.empty();
        }
        NavigableMap<JobId, Instant> before = deadlines.urgent();
        TreeMap<JobId, Instant> urgent = urgent(deadlines);
        TreeMap<JobId, Instant> changed = new TreeMap<>();
        urgent.forEach((job, startBy) -> {
            if (!startBy.equals(before.get(job))) {
                changed.put(job, startBy);
            }
        });
        List<JobId> calm = new ArrayList<>();
        before.keySet().stream().filter(job -> !urgent.containsKey(job)).forEach(calm::add);
        return changed.isEmpty() && calm.isEmpty()
                ? Optional.empty()
                : Optional.of(new SoftEvent.UrgencySeen(changed, calm));
    }

    private TreeMap<JobId, Instant> urgent(Deadlines deadlines) {
        Map<Owner, Double> slots = new HashMap<>();
        TreeMap<JobId, Instant> urgent = new TreeMap<>();
        for (JobId id : deadlines.ahead(now, MOST_LOOKED_AT)) {
            OpenJob job = roster.jobs().open(id);
            double own = slots.computeIfAbsent(job.owner(), this::slots);
            startBy(job, own).ifPresent(at -> urgent.put(id, at));
        }
        return urgent;
    }

    private double slots(Owner owner) {
        return Math.max(1, roster.nodes().fleet().slots() * roster.shares().part(owner));
    }

    /**
     * When it would have to start at the latest, if it has to hurry and that is of any use. What will be late anyway
     * must not make others late that could be in time, so it has to start by its deadline, whatever it needs.
     */
    private Optional<Instant> startBy(OpenJob job, double slots) {
        Deadline deadline = Objects.requireNonNull(job.spec().turn().deadline());
        double needed = minutes(job, slots);
        double left = Minutes.of(Duration.between(now, deadline.at()));
        // Nobody looks again before the pace is over.
        double soon = needed * CLOSE + Minutes.of(roster.pace(now));
        if (needed == 0 || left > soon || left < needed * TOO_LATE) {
            return Optional.empty();
        }
        Instant startBy = left < needed ? deadline.at() : deadline.at().minus(Minutes.duration(needed));
        return Optional.of(startBy.truncatedTo(ChronoUnit.SECONDS));
    }

    /** How long the job takes if its owner's part of the pool does nothing else; 0 if nothing of it may start. */
    private double minutes(OpenJob job, double slots) {
        int tasks = job.left();
        if (job.startable() == 0) {
            return 0;
        }
        double atOnce = slots / job.spec().needs().cores();
        int atMost = job.spec().limits().atMost();
        double lanes = Math.max(1, atMost == 0 ? atOnce : Math.min(atOnce, atMost));
        return minutes(job) * Math.max(1, tasks / lanes);
    }

    /** What its owner thinks until one task was done; the mean does not look at how far what is unknown might go. */
    private double minutes(OpenJob job) {
        TypeTally known = roster.groups().known(job.type());
        OptionalDouble guess = known == null ? OptionalDouble.empty() : known.expected();
        Duration said = job.spec().limits().expected();
        return guess.isPresent() && said != null
                ? Minutes.of(said)
                : guess.orElseGet(() -> roster.shares().minutes(job.type()));
    }
}
