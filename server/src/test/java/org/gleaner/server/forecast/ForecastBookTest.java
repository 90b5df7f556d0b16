package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.store.StoreSamples;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.ForecastRecord.Stage;
import org.gleaner.protocol.message.ForecastRecord.When;
import org.junit.jupiter.api.Test;

final class ForecastBookTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final Owner ANN = new Owner("ann");

    /** Rows as a database would have them, and jobs that are over. */
    private static final class Shelf implements ForecastShelf {
        private final Map<List<Object>, KeptForecast> rows = new LinkedHashMap<>();
        private final Map<JobId, Optional<Instant>> over = new HashMap<>();

        @Override
        public Contents load() {
            return new Contents(new ArrayList<>(rows.values()), over);
        }

        @Override
        public void note(List<KeptForecast> kept, List<KeptForecast> gone) {
            kept.forEach(one -> rows.put(List.of(one.job(), one.at()), one));
            gone.forEach(one -> rows.remove(List.of(one.job(), one.at())));
        }
    }

    private final Shelf shelf = new Shelf();
    private final ForecastBook book = new ForecastBook(shelf);

    private static SketchedJob job(long id, Owner owner) {
        return new SketchedJob(
                new JobId(id),
                owner,
                NOW,
                StoreSamples.spec(1).withTurn(Turn.USUAL),
                Brake.NEW,
                new TaskCounts(0, 1, 0, 0, 0, 0, 0),
                List.of(),
                List.of());
    }

    private static Instant at(long seconds) {
        return NOW.plusSeconds(seconds);
    }

    /** Said after so many seconds: done after so many more, a tenth more or less. */
    private void say(long job, Owner owner, long after, long left) {
        Forecast.Span span = new Forecast.Span(at(after + left * 9 / 10), at(after + left), at(after + left * 11 / 10));
        book.keep(at(after), List.of(new ForecastBook.Found(job(job, owner), span)), true);
    }

    private void done(long job, long after) {
        happens(new GridEvent.JobClosed(new JobId(job), new TaskCounts(0, 0, 0, 1, 0, 0, 0), at(after)), after);
    }

    private void happens(GridEvent.Hard event, long after) {
        book.take(JobNews.of(event, at(after)).stream().toList());
    }

    private int kept(long job) {
        return book.open(new JobId(job)).map(List::size).orElse(0);
    }

    private static Stage stage(ForecastRecord known, When when) {
        return known.stages().stream()
                .filter(one -> one.when() == when)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void of_a_job_the_first_is_kept_and_then_some_as_its_age_doubles_or_the_rest_halves() {
        for (long second = 1; second < 10_000; second++) {
            say(1, ANN, second, 10_000 - second);
        }

        assertThat(kept(1)).isBetween(8, ForecastBook.MOST_OF_ONE_JOB);
    }

    @Test
    void when_the_job_is_done_each_is_compared_with_the_truth() {
        say(1, ANN, 10, 1_000);
        say(1, ANN, 400, 600);
        say(1, ANN, 850, 400);
        done(1, 1_000);

        ForecastRecord known = book.record(null);

        assertThat(known.scored()).isEqualTo(3);
        assertThat(known.open()).isZero();
        assertThat(known.since()).isEqualTo(at(10));
        assertThat(stage(known, When.FIRST).inside()).isEqualTo(1);
        assertThat(stage(known, When.MIDDLE).ratio()).isCloseTo(1, within(0.001));
        assertThat(stage(known, When.LATE).below()).isEqualTo(1);
        assertThat(stage(known, When.LATE).error()).isCloseTo(400.0 / 150 - 1, within(0.001));
        assertThat(stage(known, When.ALL).inside()).isCloseTo(2 / 3.0, within(0.001));
        assertThat(known.chances()).hasSize(9);
        assertThat(shelf.rows.values()).extracting(KeptForecast::finished).containsOnly(at(1_000));
    }

    @Test
    void what_was_said_before_its_owner_changed_the_job_is_not_scored() {
        for (long job = 1; job <= 5; job++) {
            say(job, ANN, 10, 1_000);
        }
        happens(new GridEvent.TasksMoved(new JobId(1), Ordinals.one(1), TaskState.PAUSED), 20);
        happens(GridEvent.JobAdjusted.to(new JobId(2), StoreSamples.spec(1)), 20);
        happens(new GridEvent.CountersReset(new JobId(3), Ordinals.one(1)), 20);
        happens(new GridEvent.JobDeleted(new JobId(4), ANN), 20);
        happens(new GridEvent.TasksMoved(new JobId(5), Ordinals.one(1), TaskState.READY), 20);

        assertThat(List.of(kept(1), kept(2), kept(3), kept(4), kept(5))).containsExactly(0, 0, 0, 0, 1);
        assertThat(shelf.rows).hasSize(1);

        say(1, ANN, 21, 1_000);
        assertThat(kept(1)).as("what it saw may be older than the change").isZero();
        say(1, ANN, 500, 1_000);
        done(1, 1_500);
        assertThat(stage(book.record(null), When.FIRST).count()).isEqualTo(1);
    }

    @Test
    void a_job_of_which_nothing_was_done_is_not_scored() {
        say(1, ANN, 10, 1_000);
        happens(new GridEvent.JobClosed(new JobId(1), new TaskCounts(0, 0, 0, 0, 0, 0, 1), at(900)), 900);

        assertThat(book.record(null).scored()).isZero();
        assertThat(shelf.rows).isEmpty();
    }

    @Test
    void an_owner_is_told_of_the_own_jobs() {
        say(1, ANN, 10, 1_000);
        say(2, new Owner("bob"), 10, 1_000);
        say(3, new Owner("bob"), 10, 1_000);
        done(1, 1_000);
        done(2, 1_000);

        assertThat(book.record(ANN).scored()).isEqualTo(1);
        assertThat(book.record(ANN).open()).isZero();
        assertThat(book.record(new Owner("bob")).open()).isEqualTo(1);
        assertThat(book.record(new Owner("eve")).stages()).isEmpty();
        assertThat(book.record(null).scored()).isEqualTo(2);
    }

    @Test
    void ranges_become_wider_where_they_were_too_narrow_and_a_restart_does_not_forget_that() throws Exception {
        Forecast raw = new Forecast(null, new Forecast.Span(at(900), at(1_000), at(1_100)));
        for (long job = 1; job <= 100; job++) {
            say(job, ANN, 0, 1_000);
            done(job, job % 2 == 0 ? 600 : 1_600);
        }
        Forecast said = book.said(NOW, job(101, ANN), raw);
        ForecastBook next = new ForecastBook(shelf);
        next.load();

        assertThat(said.finish().p90()).isAfter(at(1_300));
        assertThat(said.finish().p10()).isBefore(at(750));
        assertThat(next.said(NOW, job(101, ANN), raw)).isEqualTo(said);
        assertThat(next.record(ANN)).isEqualTo(book.record(ANN));
        assertThat(stage(book.record(ANN), When.ALL).uncalibrated()).isZero();
    }

    @Test
    void what_ended_while_nobody_looked_is_scored_at_the_next_start() throws Exception {
        say(1, ANN, 10, 1_000);
        say(2, ANN, 10, 1_000);
        say(3, ANN, 10, 1_000);
        shelf.over.put(new JobId(1), Optional.of(at(1_000)));
        shelf.over.put(new JobId(2), Optional.empty());

        ForecastBook next = new ForecastBook(shelf);
        next.load();

        assertThat(next.record(null).scored()).isEqualTo(1);
        assertThat(next.record(null).open()).isEqualTo(1);
        assertThat(shelf.rows).hasSize(2);
    }

    @Test
    void few_are_kept_at_once_and_there_is_a_bound_on_all() {
        List<ForecastBook.Found> many = new ArrayList<>();
        Forecast.Span span = new Forecast.Span(at(900), at(100_000), at(200_000));
        for (long job = 1; job <= ForecastBook.MOST_OPEN + 600; job++) {
            many.add(new ForecastBook.Found(job(job, ANN), span));
        }

        book.keep(at(1), many, true);
        assertThat(book.record(null).open()).isEqualTo(ForecastBook.MOST_AT_ONCE);
        for (int look = 0; look < 60; look++) {
            book.keep(at(2), many, true);
        }
        assertThat(book.record(null).open()).isEqualTo(ForecastBook.MOST_OPEN);

        for (long job = 1; job <= ForecastBook.MOST_SCORED + 100; job++) {
            done(job, 1_000);
        }
        book.keep(at(1_001), Collections.emptyList(), true);
        assertThat(book.record(null).scored()).isEqualTo(ForecastBook.MOST_SCORED);
        // Somebody may only have set the clock wrong.
        book.keep(NOW.plus(Duration.ofDays(200)), Collections.emptyList(), false);
        assertThat(book.record(null).scored()).isEqualTo(ForecastBook.MOST_SCORED);
        book.keep(NOW.plus(Duration.ofDays(200)), Collections.emptyList(), true);
        assertThat(book.record(null).scored()).isZero();
        assertThat(book.record(null).open()).isZero();
        assertThat(shelf.rows).isEmpty();
    }
}
