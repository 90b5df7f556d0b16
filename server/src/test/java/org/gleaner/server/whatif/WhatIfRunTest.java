package org.gleaner.server.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Served;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchChange;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Turn;
import org.gleaner.core.store.StoreSamples;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfResult;
import org.junit.jupiter.api.Test;

/** How a question ends that takes long. */
final class WhatIfRunTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    private static WhatIfRun run(int futures) {
        return run(futures, new Sketch(), Variation.NONE.with("strategy", "fifo"));
    }

    private static WhatIfRun run(int futures, Sketch pool, Variation variation) {
        return new WhatIfRun(
                "1",
                new Caller(new Owner("ann"), false),
                NOW,
                futures,
                new WhatIfRun.Supposed(
                        pool,
                        variation,
                        (sketch, at) ->
                                new Prospect(sketch, at, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new)));
    }

    @Test
    void if_not_one_future_could_be_looked_at_it_says_so_and_what_to_do() {
        WhatIfRun run = run(5);

        run.ponder(() -> true, () -> true);

        assertThat(run.view().state()).isEqualTo(State.FAILED);
        assertThat(Objects.requireNonNull(run.view().failure()).why())
                .isEqualTo("So much work is open that not one future was simulated within 2 minutes.");
        assertThat(Objects.requireNonNull(run.view().failure()).remedy())
                .isEqualTo("Ask again when less work is open.");
    }

    @Test
    void if_only_the_pool_with_more_machines_takes_too_long_fewer_are_to_be_assumed() {
        WhatIfRun run = run(5, new Sketch(), Variation.NONE.adding(100, List.of(new NodeId(1))));
        AtomicInteger asked = new AtomicInteger();

        // As things are, an empty pool is looked at in two steps.
        run.ponder(() -> false, () -> asked.incrementAndGet() > 2);

        assertThat(Objects.requireNonNull(run.view().failure()).why())
                .isEqualTo("Not one future with the change was simulated within 2 minutes.");
        assertThat(Objects.requireNonNull(run.view().failure()).remedy())
                .isEqualTo("Assume fewer machines, or ask again when less work is open.");
    }

    /** A job for which no other one stands. */
    private static JobSpec differing() {
        JobSpec spec = StoreSamples.spec(1);
        JobLimits limits = new JobLimits(null, 3, 20, 0, false, 1, 1, Duration.ofHours(1), null);
        Turn turn = spec.turn().by(new Deadline(NOW.plus(Duration.ofDays(1)), false));
        return spec.like(spec.array(), limits, turn);
    }

    private static Sketch busy(int jobs) {
        List<SketchedJob> open = new ArrayList<>();
        for (int id = 1; id <= jobs; id++) {
            open.add(new SketchedJob(
                    new JobId(id),
                    new Owner("ann"),
                    NOW,
                    differing(),
                    Brake.NEW,
                    new TaskCounts(0, 1, 0, 0, 0, 0, 0),
                    List.of(),
                    List.of()));
        }
        Sketch sketch = new Sketch();
        sketch.take(new SketchChange(
                true, false, open, List.of(), List.of(), List.of(), Map.of(), List.of(), Served.EVENLY));
        return sketch;
    }

    @Test
    void of_jobs_that_are_in_no_future_nothing_is_said_and_no_deadline_of_theirs_is_called_hopeless() {
        Sketch sketch = busy(10_002);
        WhatIfRun run = run(1, sketch, Variation.NONE.submitting(new Owner("ann"), differing()));

        run.ponder(() -> false, () -> false);

        WhatIfResult result = Objects.requireNonNull(run.view().result());
        for (WhatIfResult.OfJob leftOut : result.jobs().subList(0, 2)) {
            assertThat(leftOut.difference()).isNull();
            assertThat(leftOut.due()).isNull();
        }
        // Nobody is there to do it: that is known.
        assertThat(result.jobs().get(2).difference()).isNotNull();
        assertThat(result.added())
                .containsExactly(new WhatIfResult.OfAdded(
                        StoreSamples.spec(1).name(), true, null, null, NOW.plus(Duration.ofDays(1)), null));
    }

    @Test
    void what_was_looked_at_before_the_time_was_over_is_told_and_that_it_is_cut() {
        WhatIfRun run = run(5);
        AtomicBoolean spent = new AtomicBoolean();

        run.ponder(
                () -> {
                    spent.set(true);
                    return false;
                },
                spent::get);

        assertThat(run.view().state()).isEqualTo(State.DONE);
        assertThat(Objects.requireNonNull(run.view().result()).futures()).isEqualTo(1);
        assertThat(Objects.requireNonNull(run.view().result()).cut()).isTrue();
    }
}
