package org.gleaner.core.grid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * The candidate groups: offerable jobs by owner, type and needs, and how much runs of each type. Kept up to date job by
 * job as events are applied, so that a decision never scans tasks. Confined to {@link GridState}.
 */
final class ReadyGroups {
    /** What makes tasks alike for the scheduler. */
    record Key(TypeKey type, Requirements needs) {}

    /** One group with its offerable jobs, oldest first. */
    record Group(Key key, TreeMap<JobId, OpenJob> jobs) {}

    /** What was last counted of a job. */
    private record Counted(boolean offerable, int running, boolean active) {}

    private static final double YOUNGEST_WEIGHT = 0.25;

    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private final Map<JobId, Counted> counted = new HashMap<>();
    private final Map<TypeKey, Integer> runningOfType = new HashMap<>();
    private final Map<Owner, Integer> runningOfOwner = new HashMap<>();
    private final Map<TypeKey, Integer> activeJobsOfType = new HashMap<>();
    private final Map<TypeKey, Double> meanRunMillis = new HashMap<>();

    /** Looks at the job again after something about it changed. */
    void refresh(OpenJob job) {
        int running = job.states().count(TaskState.RUNNING);
        update(
                job,
                new Counted(job.isOfferable(), running, running + job.states().count(TaskState.READY) > 0));
    }

    void remove(OpenJob job) {
        update(job, new Counted(false, 0, false));
        counted.remove(job.id());
    }

    private void update(OpenJob job, Counted now) {
        Counted before = counted.getOrDefault(job.id(), new Counted(false, 0, false));
        if (now.equals(before)) {
            return;
        }
        counted.put(job.id(), now);
        TypeKey type = job.type();
        runningOfType.merge(type, now.running() - before.running(), Integer::sum);
        runningOfOwner.merge(job.owner(), now.running() - before.running(), Integer::sum);
        if (now.active() != before.active()) {
            int jobs = activeJobsOfType.merge(type, now.active() ? 1 : -1, Integer::sum);
            if (jobs == 0) {
                activeJobsOfType.remove(type);
            }
        }
        if (now.offerable() != before.offerable()) {
            Key key = new Key(type, job.spec().needs());
            Group group = groups.computeIfAbsent(key, one -> new Group(one, new TreeMap<>()));
            if (now.offerable()) {
                group.jobs().put(job.id(), job);
            } else {
                group.jobs().remove(job.id());
                if (group.jobs().isEmpty()) {
                    groups.remove(key);
                }
            }
        }
    }

    List<Group> offerable() {
        return new ArrayList<>(groups.values());
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    int runningOf(TypeKey type) {
        return runningOfType.getOrDefault(type, 0);
    }

    int runningOf(Owner owner) {
        return runningOfOwner.getOrDefault(owner, 0);
    }

    int activeTypes() {
        return activeJobsOfType.size();
    }

    /** Learns from a success; failures are often shorter than real work. */
    void learn(TypeKey type, Duration run) {
        double millis = run.toMillis();
        meanRunMillis.merge(type, millis, (old, young) -> old + YOUNGEST_WEIGHT * (young - old));
    }

    /** The mean run time of a type in milliseconds, or null if none of its tasks was done since the start. */
    @Nullable
    Double meanRunMillis(TypeKey type) {
        return meanRunMillis.get(type);
    }
}
