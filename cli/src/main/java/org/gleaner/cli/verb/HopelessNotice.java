package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;

/**
 * Runs the command of {@code --notify} also when the server notices that a job can't be done by its deadline, once for
 * each deadline, while somebody waits for the job. Confined to one thread.
 */
final class HopelessNotice implements Watch.Listener {
    private static final Duration EVERY = Duration.ofSeconds(5);

    /** Somebody may still set a deadline. */
    private static final Duration SELDOM = Duration.ofMinutes(1);

    private static final int MOST = 1_000;

    /** What it is about, for the command. */
    static final String EVENT = "hopeless";

    private final UserCalls calls;
    private final List<JobId> jobs;
    private final Notice notice;
    private final String line;
    private final Watch.Listener other;
    private final Set<Told> told = new TreeSet<>();
    private long askAt = System.nanoTime();

    private record Told(JobId job, Deadline deadline) implements Comparable<Told> {
        @Override
        public int compareTo(Told other) {
            int byJob = job.compareTo(other.job);
            return byJob != 0 ? byJob : deadline.at().compareTo(other.deadline.at());
        }
    }

    private HopelessNotice(UserCalls calls, List<JobId> jobs, Notice notice, String line, Watch.Listener other) {
        this.calls = calls;
        this.jobs = List.copyOf(jobs);
        this.notice = notice;
        this.line = line;
        this.other = other;
    }

    /** Around a listener that hears all as before; of very many jobs nobody asks again and again. */
    static Watch.Listener around(
            Watch.Listener other, UserCalls calls, List<Chosen> chosen, Notice notice, String line) {
        List<JobId> jobs = chosen.stream().map(one -> one.job().id()).distinct().toList();
        return jobs.size() > MOST ? other : new HopelessNotice(calls, jobs, notice, line, other);
    }

    @Override
    public void seen(TaskCounts counts, boolean away) throws ClientFailure, CallFailed, IOException {
        other.seen(counts, away);
        if (away || System.nanoTime() - askAt < 0) {
            return;
        }
        Duration pause = SELDOM;
        for (JobSummary job : calls.query(new JobQuery(jobs)).get().jobs()) {
            Deadline deadline = job.deadline();
            boolean open =
                    job.tasks().done() + job.tasks().cancelled() < job.tasks().total();
            if (deadline == null || !open) {
                continue;
            }
            pause = deadline.hopeless() ? pause : EVERY;
            if (deadline.hopeless() && told.add(new Told(job.id(), deadline))) {
                tell(job.id());
            }
        }
        askAt = System.nanoTime() + pause.toNanos();
    }

    private void tell(JobId job) throws IOException {
        try {
            notice.now(job, line, EVENT);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
