package org.gleaner.server.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
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

    private final AtomicInteger numbers = new AtomicInteger();
    private final WhatIfs questions =
            new WhatIfs(forecaster, () -> NOW, () -> String.valueOf(numbers.incrementAndGet()));
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void close() {
        letGo.countDown();
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

    private static Prospect prospect(Sketch sketch, Instant at) {
        return new Prospect(sketch, at, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new);
    }

    private static WhatIfRun.Supposed trivial() {
        return new WhatIfRun.Supposed(new Sketch(), Variation.NONE, WhatIfPlacesTest::prospect);
    }

    /** It is looked at until it is let go. */
    private WhatIfRun.Supposed lasting() {
        return new WhatIfRun.Supposed(new Sketch(), Variation.NONE, (sketch, at) -> {
            begun.countDown();
            try {
                assertThat(letGo.await(2, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException ending) {
                throw new IllegalStateException(ending);
            }
            return prospect(sketch, at);
        });
    }

    private void awaitAnswer(Caller caller, String id) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> questions.find(caller, id).orElseThrow().state().isOver());
    }

    @Test
    void nobody_pushes_the_answers_of_others_out() throws Exception {
        String anns = questions.ask(ANN, trivial(), 1).id();
        awaitAnswer(ANN, anns);
        String last = anns;

        for (int i = 0; i < 40; i++) {
            last = questions.ask(BOB, trivial(), 1).id();
            awaitAnswer(BOB, last);
        }

        assertThat(questions.find(ANN, anns)).isPresent();
        assertThat(questions.find(BOB, last)).isPresent();
        assertThat(questions.find(BOB, "2")).isEmpty();
    }

    @Test
    void a_question_that_is_dropped_has_its_place_until_nobody_looks_at_it_any_more() throws Exception {
        String running = questions.ask(ANN, lasting(), 100).id();
        assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
        String waiting = questions.ask(ANN, trivial(), 1).id();

        assertThat(questions.drop(ANN, running)).isTrue();
        assertThatThrownBy(() -> questions.ask(ANN, trivial(), 1)).isInstanceOf(Refused.class);
        assertThat(questions.drop(ANN, waiting)).isTrue();
        String other = questions.ask(ANN, trivial(), 1).id();
        letGo.countDown();
        awaitAnswer(ANN, other);

        assertThat(questions.find(ANN, running)).isEmpty();
        questions.ask(ANN, trivial(), 1);
        questions.ask(ANN, trivial(), 1);
    }
}
