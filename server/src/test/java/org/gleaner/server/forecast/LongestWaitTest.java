package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For which of several jobs one waits longest. */
final class LongestWaitTest {
    private static final Instant NOW = Instant.parse("2026-11-17T11:10:00Z");
    private static final JobId WAITING = new JobId(9);
    private static final Ordinals ALL = new Ordinals(List.of());

    private final TreeMap<JobId, SketchedJob> jobs = new TreeMap<>();
    private final TreeMap<JobId, Forecast> forecasts = new TreeMap<>();

    private static SketchedJob job(long id, TaskCounts tasks, List<Predecessor> after) {
        JobSpec spec = new JobSpec(
                "n",
                "t",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Range(1, tasks.total(), 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        return new SketchedJob(
                new JobId(id),
                new Owner("ada"),
                NOW,
                spec.withTurn(new Turn(0, 1, after, null, false)),
                Brake.NEW,
                tasks,
                List.of(),
                List.of());
    }

    private void open(long id, @Nullable Integer earliest) {
        jobs.put(new JobId(id), job(id, new TaskCounts(0, 4, 0, 0, 0, 0, 0), List.of()));
        said(id, earliest, earliest);
    }

    private void said(long id, @Nullable Integer start, @Nullable Integer finish) {
        forecasts.put(new JobId(id), new Forecast(span(start), span(finish)));
    }

    private static Forecast.Span span(@Nullable Integer minutes) {
        Instant at = minutes == null ? null : NOW.plus(Duration.ofMinutes(minutes));
        return new Forecast.Span(at, at, at);
    }

    private static Predecessor on(long id) {
        return new Predecessor(new JobId(id), ALL, false);
    }

    private @Nullable NotBefore of(TaskCounts tasks, Predecessor... after) {
        LongestWait wait = new LongestWait(jobs, id -> Optional.ofNullable(forecasts.get(id)));
        return wait.of(job(WAITING.value(), tasks, List.of(after)));
    }

    private @Nullable NotBefore waiting(Predecessor... after) {
        return of(new TaskCounts(4, 0, 0, 0, 0, 0, 0), after);
    }

    @Test
    void the_one_that_is_done_last_counts_and_one_of_which_nobody_knows_more_than_all() {
        open(1, 10);
        open(2, 30);
        open(3, 20);
        open(4, null);

        assertThat(waiting(on(1), on(2), on(3)))
                .isEqualTo(new NotBefore(NOW.plus(Duration.ofMinutes(30)), new JobId(2)));
        assertThat(waiting(on(4), on(2))).isEqualTo(new NotBefore(null, new JobId(4)));
    }

    @Test
    void it_is_never_later_than_the_start_that_is_told() {
        open(1, 30);
        said(WAITING.value(), 25, 60);

        assertThat(waiting(on(1))).isEqualTo(new NotBefore(NOW.plus(Duration.ofMinutes(25)), new JobId(1)));
    }

    @Test
    void what_is_over_or_may_be_needed_only_in_part_or_after_a_failure_keeps_nothing() {
        open(1, 10);

        assertThat(waiting(on(7))).isNull();
        assertThat(waiting(new Predecessor(new JobId(1), ALL, true))).isNull();
        assertThat(waiting(new Predecessor(new JobId(1), Ordinals.one(2), false)))
                .isNull();
        assertThat(waiting(new Predecessor(new JobId(1), ALL, false, Predecessor.When.FAILED)))
                .isNull();
        assertThat(waiting(new Predecessor(new JobId(1), Ordinals.range(1, 4), false)))
                .isNotNull();
    }

    @Test
    void a_job_of_which_something_may_start_or_has_started_waits_for_none() {
        open(1, 10);

        assertThat(of(new TaskCounts(3, 1, 0, 0, 0, 0, 0), on(1))).isNull();
        assertThat(of(new TaskCounts(3, 0, 1, 0, 0, 0, 0), on(1))).isNull();
        assertThat(of(new TaskCounts(3, 0, 0, 1, 0, 0, 0), on(1))).isNull();
        assertThat(of(new TaskCounts(0, 4, 0, 0, 0, 0, 0))).isNull();
    }
}
