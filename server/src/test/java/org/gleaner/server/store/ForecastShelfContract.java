package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.StoreSamples;
import org.gleaner.server.forecast.ForecastShelf;
import org.gleaner.server.forecast.KeptForecast;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every make of database does with forecasts. */
interface ForecastShelfContract {
    Instant NOW = Instant.parse("2026-11-17T12:00:00.250Z");

    SqlStore opened();

    void restart() throws Exception;

    private static KeptForecast kept(long job, long second, @Nullable Instant finished) {
        Instant at = NOW.plusSeconds(second);
        return new KeptForecast(
                new JobId(job),
                at,
                1,
                new Owner("ann"),
                NOW,
                new Forecast.Span(at.plusSeconds(10), at.plusSeconds(20), null),
                new Forecast.Span(at.plusSeconds(5), at.plusSeconds(20), at.plusSeconds(99)),
                finished);
    }

    private ForecastShelf shelf() {
        return opened().forecasts();
    }

    private void note(List<KeptForecast> kept, List<KeptForecast> gone) {
        shelf().note(kept, gone);
    }

    @Test
    default void forecasts_are_written_with_the_next_events_and_outlive_a_restart() throws Exception {
        KeptForecast one = kept(1, 1, null);
        KeptForecast two = kept(1, 2, NOW.plusSeconds(30));
        note(List.of(one, two), Collections.emptyList());

        assertThat(shelf().load().kept()).isEmpty();
        opened().write(List.of(StoreSamples.submitted(1, StoreSamples.spec(3))));
        assertThat(shelf().load().kept()).containsExactly(two, one);
        restart();
        assertThat(shelf().load().kept()).containsExactly(two, one);
        assertThat(shelf().load().over()).isEmpty();
    }

    @Test
    default void one_that_is_scored_replaces_itself_and_one_that_is_gone_goes_also_when_the_server_ends()
            throws Exception {
        note(List.of(kept(1, 1, null), kept(1, 2, null)), Collections.emptyList());
        restart();
        note(List.of(kept(1, 1, NOW)), List.of(kept(1, 2, null)));
        restart();

        assertThat(shelf().load().kept()).containsExactly(kept(1, 1, NOW));
    }

    @Test
    default void however_many_wait_few_are_written_with_each_transaction() throws Exception {
        List<KeptForecast> many = new ArrayList<>();
        for (int second = 0; second < SqlForecasts.TOGETHER + 50; second++) {
            many.add(kept(1, second, null));
        }
        note(many, Collections.emptyList());

        opened().write(List.of(StoreSamples.submitted(1, StoreSamples.spec(3))));
        assertThat(shelf().load().kept()).hasSize(SqlForecasts.TOGETHER);
        opened().write(List.of(StoreSamples.submitted(2, StoreSamples.spec(3))));
        assertThat(shelf().load().kept()).hasSize(many.size());
    }

    @Test
    default void of_open_ones_it_is_told_which_jobs_are_over_and_when_they_were_done() throws Exception {
        note(List.of(kept(1, 1, null), kept(2, 1, null), kept(3, 1, null), kept(4, 1, null)), Collections.emptyList());
        List<GridEvent.Hard> events = new ArrayList<>();
        for (long job = 1; job <= 3; job++) {
            events.add(StoreSamples.submitted(job, StoreSamples.spec(3)));
        }
        events.add(new GridEvent.JobClosed(new JobId(2), new TaskCounts(0, 0, 0, 3, 0, 0, 0), NOW.plusSeconds(60)));
        events.add(new GridEvent.JobClosed(new JobId(3), new TaskCounts(0, 0, 0, 0, 0, 0, 3), NOW.plusSeconds(60)));
        opened().write(events);

        assertThat(shelf().load().over())
                .containsOnlyKeys(new JobId(2), new JobId(3), new JobId(4))
                .containsEntry(new JobId(2), Optional.of(NOW.plusSeconds(60)))
                .containsEntry(new JobId(3), Optional.empty())
                .containsEntry(new JobId(4), Optional.empty());
    }

    @Test
    default void what_an_event_makes_void_goes_with_it_so_that_no_kill_brings_it_back() throws Exception {
        opened().write(List.of(StoreSamples.submitted(1, StoreSamples.spec(3))));
        note(List.of(kept(1, 1, null), kept(1, 2, NOW), kept(2, 1, null)), Collections.emptyList());
        opened().write(List.of(StoreSamples.submitted(2, StoreSamples.spec(3))));
        note(List.of(kept(1, 3, null)), Collections.emptyList());

        // Nobody has told the shelf, as whoever does so was killed before.
        opened().write(List.of(new GridEvent.TasksMoved(new JobId(1), Ordinals.one(1), TaskState.PAUSED)));

        assertThat(shelf().load().kept()).containsExactly(kept(1, 2, NOW), kept(2, 1, null));
        opened().write(List.of(StoreSamples.submitted(3, StoreSamples.spec(3))));
        assertThat(shelf().load().kept()).containsExactly(kept(1, 2, NOW), kept(2, 1, null));
    }

    @Test
    default void what_waits_to_be_written_is_void_too_and_is_never_written() throws Exception {
        opened().write(List.of(StoreSamples.submitted(1, StoreSamples.spec(3))));
        List<KeptForecast> many = new ArrayList<>();
        for (int second = 0; second < SqlForecasts.TOGETHER + 50; second++) {
            many.add(kept(1, second, null));
        }
        note(many, Collections.emptyList());

        opened().write(List.of(new GridEvent.TasksMoved(new JobId(1), Ordinals.one(1), TaskState.PAUSED)));
        opened().write(List.of(StoreSamples.submitted(2, StoreSamples.spec(3))));

        assertThat(shelf().load().kept()).isEmpty();
    }
}
