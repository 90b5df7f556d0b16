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
    private @Nullable Instant finish;
    private long askAt = System.nanoTime();

    Remaining(UserCalls calls, List<Chosen> chosen, ProgressLine line) {
        this.calls = calls;
        this.jobs = chosen.stream().map(one -> one.job().id()).distinct().toList();
        this.line = line;
    }

    void show(TaskCounts counts, boolean away) throws CallFailed {
        if (!away && jobs.size() <= JobQuery.MOST && System.nanoTime() - askAt >= 0) {
            finish = last(calls.query(new JobQuery(jobs)).get());
            askAt = System.nanoTime() + EVERY.toNanos();
        }
        Instant at = finish;
        line.show(counts, away, at == null ? "" : ", " + left(at));
    }

    private static String left(Instant at) {
        String left = EtaText.here().in(new Forecast.Span(at, at, at));
        return left.equals(EtaText.NOW) ? "nearly done" : left + " left";
    }

    /** Nothing if it can't be said of one of them. */
    private static @Nullable Instant last(JobStates states) {
        Instant last = null;
        for (JobSummary job : states.jobs()) {
            TaskCounts tasks = job.tasks();
            Forecast.Span forecast = states.forecasts().get(job.id());
            Instant done = forecast == null ? null : forecast.p50();
            if (tasks.done() + tasks.cancelled() == tasks.total()) {
                continue;
            }
            if (done == null) {
                return null;
            }
            last = last == null || done.isAfter(last) ? done : last;
        }
        return last;
    }
}
