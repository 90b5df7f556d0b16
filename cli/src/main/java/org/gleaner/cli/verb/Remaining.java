package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.terminal.console.ProgressLine;
import org.jspecify.annotations.Nullable;

/** How far it is, and how long it still takes until the last of the jobs is done. Confined to one thread. */
final class Remaining {
    /** So often the server is asked. */
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final UserCalls calls;
    private final List<JobId> jobs;
    private final ProgressLine line;
    private Forecast.@Nullable Span finish;
    private long askAt = System.nanoTime();
    /** How far the server's clock, which forecasts are by, is ahead of the one here. */
    private Duration ahead = Duration.ZERO;

    Remaining(UserCalls calls, List<Chosen> chosen, ProgressLine line) {
        this.calls = calls;
        this.jobs = chosen.stream().map(one -> one.job().id()).distinct().toList();
        this.line = line;
    }

    void show(TaskCounts counts, boolean away) throws CallFailed {
        if (!away && jobs.size() <= JobQuery.MOST && System.nanoTime() - askAt >= 0) {
            JobStates states = calls.query(new JobQuery(jobs)).get();
            finish = last(states);
            Instant now = states.now();
            ahead = now == null ? Duration.ZERO : Duration.between(Instant.now(), now);
            askAt = System.nanoTime() + EVERY.toNanos();
        }
        Forecast.Span at = finish;
        String left = at == null ? "" : EtaText.by(Instant.now().plus(ahead)).still(at);
        line.show(counts, away, left.isEmpty() ? "" : ", " + left);
    }

    /** Nothing if it can't be said of one of them. */
    private static Forecast.@Nullable Span last(JobStates states) {
        Instant last = null;
        Instant latest = Instant.MIN;
        for (JobSummary job : states.jobs()) {
            TaskCounts tasks = job.tasks();
            Forecast.Span forecast = states.forecasts().get(job.id());
            if (tasks.done() + tasks.cancelled() == tasks.total()) {
                continue;
            }
            Instant done = forecast == null ? null : forecast.p50();
            if (forecast == null || done == null) {
                return null;
            }
            last = last == null || done.isAfter(last) ? done : last;
            Instant late = forecast.p90();
            latest = late == null ? Instant.MAX : late.isAfter(latest) ? late : latest;
        }
        return last == null ? null : new Forecast.Span(last, last, latest.equals(Instant.MAX) ? null : latest);
    }
}
