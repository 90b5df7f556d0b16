package org.gleaner.core.image;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.Owner;

/**
 * What happened between an image and the one before, for all audiences together.
 *
 * @param before the numbers of the image before
 * @param settings names of those that changed
 * @param cut lists that are incomplete, as too much happened
 */
record PoolChange(
        PoolTotals before,
        List<OwnedJob> jobs,
        List<NodeLine> nodes,
        List<AttemptLine> attempts,
        List<String> settings,
        List<String> cut) {
    record OwnedJob(Owner owner, JobLine line) {}

    PoolChange {
        jobs = List.copyOf(jobs);
        nodes = List.copyOf(nodes);
        attempts = List.copyOf(attempts);
        settings = List.copyOf(settings);
        cut = List.copyOf(cut);
    }

    boolean isNothing() {
        return jobs.isEmpty() && nodes.isEmpty() && attempts.isEmpty() && settings.isEmpty() && cut.isEmpty();
    }

    /** @param keys what to call attempts of others */
    SeenChange of(PoolImage image, Audience audience, Function<AttemptId, String> keys) {
        List<JobLine> seenJobs = new ArrayList<>();
        for (OwnedJob job : jobs) {
            if (audience.knows(job.owner())) {
                seenJobs.add(job.line());
            }
        }
        List<String> more = new ArrayList<>(cut);
        List<SeenAttempt> seenAttempts = new ArrayList<>();
        for (AttemptLine line : attempts) {
            if (seenAttempts.size() == SeenChange.MOST) {
                add(more, SeenChange.ATTEMPTS);
                break;
            }
            seenAttempts.add(seen(line, audience, keys));
        }
        return new SeenChange(
                image.number(),
                image.at(),
                before.of(audience).to(image.totals().of(audience)),
                first(seenJobs, SeenChange.JOBS, more),
                first(nodes, SeenChange.MACHINES, more),
                seenAttempts,
                settings,
                more);
    }

    private static SeenAttempt seen(AttemptLine line, Audience audience, Function<AttemptId, String> keys) {
        boolean ended = line.outcome() != null;
        return audience.knows(line.owner())
                ? new SeenAttempt(line.attempt(), line.node(), "", line.lane(), line.at(), ended, line.outcome())
                : new SeenAttempt(null, line.node(), keys.apply(line.attempt()), line.lane(), line.at(), ended, null);
    }

    private static <T> List<T> first(List<T> all, String name, List<String> more) {
        if (all.size() <= SeenChange.MOST) {
            return all;
        }
        add(more, name);
        return all.subList(0, SeenChange.MOST);
    }

    private static void add(List<String> more, String name) {
        if (!more.contains(name)) {
            more.add(name);
        }
    }
}
