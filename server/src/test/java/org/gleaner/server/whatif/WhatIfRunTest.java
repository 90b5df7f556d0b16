package org.gleaner.server.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.SimulationView.State;
import org.junit.jupiter.api.Test;

/** How a question ends that takes long. */
final class WhatIfRunTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    private static WhatIfRun run(int futures) {
        return new WhatIfRun(
                "1",
                new Caller(new Owner("ann"), false),
                NOW,
                futures,
                new WhatIfRun.Supposed(
                        new Sketch(),
                        Variation.NONE.with("strategy", "fifo"),
                        (sketch, at) ->
                                new Prospect(sketch, at, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new)));
    }

    @Test
    void if_not_one_future_could_be_looked_at_it_says_so_and_what_to_do() {
        WhatIfRun run = run(5);

        run.ponder(() -> true, () -> true);

        assertThat(run.view().state()).isEqualTo(State.FAILED);
        assertThat(Objects.requireNonNull(run.view().failure()).why())
                .isEqualTo("Not one future was simulated within 2 minutes.");
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
