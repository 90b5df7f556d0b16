package org.gleaner.client.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.ChangeFeed;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;

/**
 * How many of the chosen tasks are in which state: as the server says when it is asked, and then as its feed tells of
 * whole jobs. Confined to one thread.
 */
final class WatchedTasks {
    /** So often it is asked although the feed told nothing. */
    private static final long SURELY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final UserCalls calls;
    private final List<Chosen> chosen;
    private final Set<JobId> jobs = new LinkedHashSet<>();
    /** Without what of a solved problem nobody needs any more: whoever waits for it has all there is. */
    private final Map<JobId, TaskCounts> whole = new LinkedHashMap<>();
    /** Those of them to which tasks may still be added. */
    private final Set<JobId> growing = new LinkedHashSet<>();
    /** Of jobs of which only some tasks are chosen: those that are. */
    private Map<TaskState, Integer> parts = new EnumMap<>(TaskState.class);

    private Set<JobId> waitingParts = Set.of();
    private TaskCounts counts = new TaskCounts(0, 0, 0, 0, 0, 0, 0);
    private boolean stale;
    private long asked = System.nanoTime();

    WatchedTasks(UserCalls calls, List<Chosen> chosen) {
        this.calls = calls;
        this.chosen = List.copyOf(chosen);
        chosen.forEach(one -> jobs.add(one.job().id()));
    }

    Set<JobId> jobs() {
        return jobs;
    }

    TaskCounts counts() {
        return counts;
    }

    /** Whether a job has nothing left to do but may be given more. */
    boolean awaitsMore() {
        return growing.stream().anyMatch(job -> {
            TaskCounts tasks = whole.get(job);
            return tasks != null && tasks.jobState().isFinal();
        });
    }

    private void grows(JobId job, boolean more) {
        if (more) {
            growing.add(job);
        } else {
            growing.remove(job);
        }
    }

    /** Jobs of which tasks wait. */
    Set<JobId> waiting() {
        Set<JobId> waiting = new LinkedHashSet<>(waitingParts);
        whole.forEach((job, tasks) -> {
            if (tasks.waiting() > 0) {
                waiting.add(job);
            }
        });
        return waiting;
    }

    /**
     * Takes what the feed told.
     *
     * @return whether to ask the server now: what is known may not be all, or it looks as if everything were settled,
     *     which nobody must believe of news that may be older than the last answer
     */
    boolean isDue(ChangeFeed.News news, long shortestMillis) {
        boolean gone = false;
        for (JobLine line : news.jobs().values()) {
            TaskCounts tasks = line.tasks();
            gone |= tasks == null;
            if (tasks != null && whole.containsKey(line.id())) {
                whole.put(line.id(), tasks.wanted(line.solved()));
                grows(line.id(), line.growing());
            } else {
                stale = true;
            }
        }
        if (!news.jobs().isEmpty()) {
            sum();
        }
        stale |= news.all();
        long since = System.nanoTime() - asked;
        return gone
                || (!Watch.goesOn(counts) && !awaitsMore())
                || since > SURELY_NANOS
                || (stale && since >= TimeUnit.MILLISECONDS.toNanos(shortestMillis));
    }

    void ask() throws ClientFailure, CallFailed, IOException {
        Map<JobId, TaskCounts> now = new LinkedHashMap<>();
        for (Job job : wholeJobs()) {
            now.put(job.id(), job.tasks().wanted(job.solved()));
            grows(job.id(), job.growing());
        }
        Map<TaskState, Integer> some = new EnumMap<>(TaskState.class);
        Set<JobId> waiting = new LinkedHashSet<>();
        for (Chosen one : chosen) {
            if (!one.isWholeJob()) {
                // Tasks chosen by their state would leave the choice as they change, so all of the range are watched.
                new Chosen(one.job(), one.first(), one.last(), null).forEach(calls, null, row -> {
                    some.merge(row.state(), 1, Integer::sum);
                    if (row.state() == TaskState.WAITING) {
                        waiting.add(one.job().id());
                    }
                });
            }
        }
        whole.clear();
        whole.putAll(now);
        parts = some;
        waitingParts = waiting;
        stale = false;
        asked = System.nanoTime();
        sum();
    }

    private void sum() {
        Map<TaskState, Integer> sum = new EnumMap<>(TaskState.class);
        sum.putAll(parts);
        whole.values().forEach(tasks -> tasks.asMap().forEach((state, count) -> sum.merge(state, count, Integer::sum)));
        // Of single tasks nobody tells which of them wait on their machines.
        counts = TaskCounts.of(sum)
                .queued(whole.values().stream().mapToInt(TaskCounts::queued).sum());
    }

    /** Many in one call. */
    private List<Job> wholeJobs() throws CallFailed {
        List<JobId> ids = chosen.stream()
                .filter(Chosen::isWholeJob)
                .map(one -> one.job().id())
                .toList();
        List<JobId> single = new ArrayList<>();
        List<Job> found = new ArrayList<>();
        if (ids.size() <= 1) {
            single.addAll(ids);
        } else {
            for (int from = 0; from < ids.size(); from += JobQuery.MOST) {
                List<JobId> part = ids.subList(from, Math.min(ids.size(), from + JobQuery.MOST));
                JobStates states = calls.query(new JobQuery(part)).get();
                found.addAll(Job.all(states.jobs()));
                single.addAll(states.unknown());
            }
        }
        for (JobId one : single) {
            // One that was deleted meanwhile is refused as such.
            found.addAll(Job.all(calls.jobs(one.toString(), 1).get().jobs()));
        }
        return found;
    }
}
