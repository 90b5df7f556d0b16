package org.gleaner.server.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.server.forecast.ForecastShelf;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.forecast.KeptForecast;
import org.gleaner.server.http.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions about a pool of which nobody has time to make a copy. */
final class WhatIfPlacesTest {
    private static final Caller ANN = new Caller(new Owner("ann"), false);
    private static final Caller BOB = new Caller(new Owner("bob"), false);
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    /** Never started, so that it hands out nothing. */
    private final Forecaster forecaster = new Forecaster(
            () -> NOW,
            new ForecastShelf() {
                @Override
                public Contents load() {
                    return new Contents(List.of(), Map.of());
                }

                @Override
                public void note(List<KeptForecast> kept, List<KeptForecast> gone) {}
            },
            1);

    private final WhatIfs questions = new WhatIfs(forecaster, () -> NOW, () -> "1");

    @AfterEach
    void close() {
        questions.close();
    }

    private static Problem refused(CompletableFuture<Sketch> copy) {
        List<Problem> problems = new ArrayList<>();
        assertThatThrownBy(copy::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(Refused.class, why -> problems.add(why.problem()));
        return problems.get(0);
    }

    @Test
    void for_one_owner_the_pool_is_copied_for_two_questions_at_a_time_and_others_still_get_theirs() {
        questions.sketch(ANN);
        questions.sketch(ANN);

        assertThat(refused(questions.sketch(ANN)).is(ProblemKind.TOO_MANY_REQUESTS))
                .isTrue();
        assertThat(questions.advise(ANN, new JobId(7)).join().state()).isEqualTo(JobAdvice.State.LATER);
        assertThat(questions.sketch(BOB)).isNotDone();
    }
}
