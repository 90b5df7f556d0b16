package org.gleaner.client.job;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.jspecify.annotations.Nullable;

/**
 * Looks at tasks again and again until nothing goes on without a person. A server that is away, for a restart say, is
 * waited for; one that is gone for long is not. Confined to one thread.
 */
public final class Watch {
    /** So long a server that is away is waited for. */
    public static final Duration GONE = Duration.ofMinutes(5);

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    /** After so long in which nothing ran the server is asked whether anything can. */
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** It is asked about so many jobs before all are looked at again. */
    private static final int MOST_ASKED = 200;

    private final UserCalls calls;
    private final List<Chosen> chosen;
    private final long longestPauseMillis;
    private final @Nullable Duration timeout;
    /** Jobs of which tasks wait, as they were seen last. */
    private final Set<JobId> waiting = new LinkedHashSet<>();
    /** Those of them that can't continue until somebody acts, as far as the server was asked. */
    private final Set<JobId> stuck = new HashSet<>();
    /** One that could continue when the server was asked last. */
    private @Nullable JobId hopeful;

    private long askAt = System.nanoTime() + STILL_NANOS;

    /** Is told how things stand each time they were looked at; if the server is away then, they are looked at again. */
    @FunctionalInterface
    public interface Listener {
        /** @param away whether the server did not answer, so that the counts are old */
        void seen(TaskCounts counts, boolean away) throws ClientFailure, CallFailed, IOException;
    }

    public Watch(UserCalls calls, List<Chosen> chosen, Duration longestPause, @Nullable Duration timeout) {
        this.calls = calls;
        this.chosen = chosen;
        this.longestPauseMillis = longestPause.toMillis();
        this.timeout = timeout;
    }

    /** A question to the server. */
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws ClientFailure, CallFailed, IOException;
    }

    /** Is told once that the server is away and will be waited for, so long at most. */
    @FunctionalInterface
    public interface Absence {
        void noticed(Trouble trouble, Duration longest);
    }

    /** Asks again while the server is away, as long as it would be waited for later. */
    public static <T> T patiently(Question<T> question, @Nullable Duration timeout, Absence absence)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        Duration longest = timeout == null || timeout.compareTo(GONE) > 0 ? GONE : timeout;
        long start = System.nanoTime();
        for (boolean first = true; ; first = false) {
            try {
                return question.ask();
            } catch (CallFailed away) {
                if (!away.isAway() || System.nanoTime() - start > longest.toNanos()) {
                    throw away;
                }
                if (first) {
                    absence.noticed(away.trouble(), longest);
                }
                TimeUnit.MILLISECONDS.sleep(LONGEST_PAUSE_MILLIS);
            }
        }
    }

    public static boolean goesOn(TaskCounts counts) {
        return counts.running() + counts.ready() + counts.waiting() > 0;
    }

    public TaskCounts untilSettled() throws ClientFailure, CallFailed, IOException, InterruptedException {
        return untilSettled((counts, away) -> {});
    }

    public TaskCounts untilSettled(Listener listener)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        long start = System.nanoTime();
        long heard = start;
        long pause = FIRST_PAUSE_MILLIS;
        TaskCounts counts = new TaskCounts(0, 0, 0, 0, 0, 0, 0);
        while (true) {
            try {
                counts = counts();
                heard = System.nanoTime();
                listener.seen(counts, false);
                if (!goesOn(counts) || isStuck(counts)) {
                    return counts;
                }
            } catch (CallFailed away) {
                if (!away.isAway() || System.nanoTime() - heard > GONE.toNanos()) {
                    throw away;
                }
                listener.seen(counts, true);
            }
            if (timeout != null && System.nanoTime() - start > timeout.toNanos()) {
                throw new ClientFailure(
                        Kind.TIMEOUT,
                        "",
                        "Timed out.",
                        "Not finished after " + Spans.text(timeout) + "; the tasks continue.",
                        "");
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(longestPauseMillis, pause + pause / 2);
        }
    }

    /** Whether all that wait do so for something that can't come to pass: a few are asked about at a time. */
    private boolean isStuck(TaskCounts counts) throws CallFailed {
        long now = System.nanoTime();
        if (counts.running() + counts.ready() > 0) {
            stuck.clear();
            askAt = now + STILL_NANOS;
        }
        if (now - askAt < 0 || (hopeful != null && waiting.contains(hopeful) && canContinue(hopeful))) {
            return false;
        }
        for (JobId job : waiting.stream()
                .filter(one -> !stuck.contains(one))
                .limit(MOST_ASKED)
                .toList()) {
            if (canContinue(job)) {
                return false;
            }
        }
        return stuck.containsAll(waiting);
    }

    private boolean canContinue(JobId job) throws CallFailed {
        boolean can = !calls.why(job.toString()).get().isStuck();
        if (can) {
            // Somebody may have acted since the others were asked about.
            stuck.clear();
            hopeful = job;
            askAt = System.nanoTime() + STILL_NANOS;
        } else {
            stuck.add(job);
        }
        return can;
    }

    private TaskCounts counts() throws ClientFailure, CallFailed, IOException {
        Map<TaskState, Integer> sum = new EnumMap<>(TaskState.class);
        waiting.clear();
        for (Job job : wholeJobs()) {
            if (job.tasks().waiting() > 0) {
                waiting.add(job.id());
            }
            job.tasks().asMap().forEach((state, count) -> sum.merge(state, count, Integer::sum));
        }
        for (Chosen one : chosen) {
            if (!one.isWholeJob()) {
                // Tasks chosen by their state would leave the choice as they change, so all of the range are watched.
                new Chosen(one.job(), one.first(), one.last(), null).forEach(calls, null, row -> {
                    sum.merge(row.state(), 1, Integer::sum);
                    if (row.state() == TaskState.WAITING) {
                        waiting.add(one.job().id());
                    }
                });
            }
        }
        return TaskCounts.of(sum);
    }

    /** Many in one call. */
    private List<Job> wholeJobs() throws CallFailed {
        List<JobId> whole = chosen.stream()
                .filter(Chosen::isWholeJob)
                .map(one -> one.job().id())
                .toList();
        List<JobId> single = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        if (whole.size() <= 1) {
            single.addAll(whole);
        } else {
            for (int from = 0; from < whole.size(); from += JobQuery.MOST) {
                List<JobId> part = whole.subList(from, Math.min(whole.size(), from + JobQuery.MOST));
                JobStates states = calls.query(new JobQuery(part)).get();
                jobs.addAll(Job.all(states.jobs()));
                single.addAll(states.unknown());
            }
        }
        for (JobId one : single) {
            // One that was deleted meanwhile is refused as such.
            jobs.addAll(Job.all(calls.jobs(one.toString(), 1).get().jobs()));
        }
        return jobs;
    }
}
