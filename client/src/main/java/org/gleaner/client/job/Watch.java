package org.gleaner.client.job;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.ChangeFeed;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.Trouble;
import org.jspecify.annotations.Nullable;

/**
 * Looks at tasks until nothing goes on without a person: at first again and again, then when the server's feed tells
 * that something happened, and again and again if there is none. A server that is away, for a restart say, is waited
 * for; one that is gone for long is not. Confined to one thread.
 */
public final class Watch {
    /** So long a server that is away is waited for. */
    public static final Duration GONE = Duration.ofMinutes(5);

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    /** After so long in which nothing ran the server is asked whether anything can. */
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** It is asked again after so long even if nothing happened. */
    private static final long SURELY_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** It is asked about so many jobs before all are looked at again. */
    private static final int MOST_ASKED = 200;

    private final UserCalls calls;
    private final WatchedTasks standing;
    private final long longestPauseMillis;
    private final @Nullable Duration timeout;
    /** Jobs of which tasks wait that can't continue until somebody acts, as far as the server was asked. */
    private final Set<JobId> stuck = new HashSet<>();
    /** One that could continue when the server was asked last. */
    private @Nullable JobId hopeful;

    /** Whether something happened since it was asked whether anything can continue. */
    private boolean changed = true;

    private long askAt = System.nanoTime() + STILL_NANOS;

    /**
     * Is told how things stand, again and again and whenever that changes; if the server is away then, they are looked
     * at again.
     */
    @FunctionalInterface
    public interface Listener {
        /** @param away whether the server did not answer, so that the counts are old */
        void seen(TaskCounts counts, boolean away) throws ClientFailure, CallFailed, IOException;
    }

    public Watch(UserCalls calls, List<Chosen> chosen, Duration longestPause, @Nullable Duration timeout) {
        this.calls = calls;
        this.standing = new WatchedTasks(calls, chosen);
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
        try (ChangeFeed feed = calls.feed(standing.jobs())) {
            return untilSettled(listener, feed);
        }
    }

    private TaskCounts untilSettled(Listener listener, ChangeFeed feed)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        long start = System.nanoTime();
        long heard = start;
        long pause = FIRST_PAUSE_MILLIS;
        boolean ask = true;
        while (true) {
            try {
                if (ask) {
                    standing.ask();
                }
                ask = false;
                heard = System.nanoTime();
                listener.seen(standing.counts(), false);
                if (goesOn(standing.counts()) ? isStuck(feed) : !standing.awaitsMore()) {
                    return standing.counts();
                }
            } catch (CallFailed away) {
                if (!away.isAway() || System.nanoTime() - heard > GONE.toNanos()) {
                    throw away;
                }
                ask = true;
                listener.seen(standing.counts(), true);
            }
            if (timeout != null && System.nanoTime() - start > timeout.toNanos()) {
                throw new ClientFailure(
                        Kind.TIMEOUT,
                        "",
                        "Timed out.",
                        "Not finished after " + Spans.text(timeout) + "; the tasks continue.",
                        "");
            }
            ChangeFeed.News news = feed.await(Duration.ofMillis(pause));
            changed |= news.others() || news.all() || !news.jobs().isEmpty();
            ask |= standing.isDue(news, longestPauseMillis) || !feed.isLive();
            pause = Math.min(longestPauseMillis, pause + pause / 2);
            if (pause == longestPauseMillis) {
                // Most waits are shorter than it takes to learn of their end by a feed.
                feed.start();
            }
        }
    }

    /** Whether all that wait do so for something that can't come to pass: a few are asked about at a time. */
    private boolean isStuck(ChangeFeed feed) throws CallFailed {
        TaskCounts counts = standing.counts();
        Set<JobId> waiting = standing.waiting();
        long now = System.nanoTime();
        if (counts.running() + counts.ready() > 0) {
            stuck.clear();
            askAt = now + STILL_NANOS;
        }
        // What was true stays so while nothing happens to any job; a feed that might miss something is not relied on.
        boolean same = feed.isLive() && !changed && now - askAt < SURELY_NANOS;
        if (now - askAt < 0 || same) {
            return false;
        }
        if (hopeful != null && waiting.contains(hopeful) && canContinue(hopeful)) {
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
            changed = false;
            askAt = System.nanoTime() + STILL_NANOS;
        } else {
            stuck.add(job);
        }
        return can;
    }
}
