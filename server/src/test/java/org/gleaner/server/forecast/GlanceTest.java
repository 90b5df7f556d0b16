package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.server.loop.BatchListener.Batch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool so heavy that the next look is far away: its clock stands still. */
final class GlanceTest {
    private static final Caller ANN = new Caller(new Owner("ann"), false);
    private static final Duration COSTLY = Duration.ofMillis(150);

    /** Empty, and nothing stays there. */
    private static final class Nowhere implements ForecastShelf {
        @Override
        public Contents load() {
            return new Contents(List.of(), Map.of());
        }

        @Override
        public void note(List<KeptForecast> kept, List<KeptForecast> gone) {}
    }

    private final BatchStep step = new BatchStep(new InMemoryStore(), new SplittableRandom(1));
    private final AtomicBoolean looked = new AtomicBoolean();
    private Instant now = Instant.parse("2026-11-17T12:00:00Z");
    private final Instant begin = now;
    private final Forecaster forecaster =
            new Forecaster(() -> begin, new Nowhere(), this::prospect, new LookPace(() -> 1));
    private final AtomicInteger handedOut = new AtomicInteger();
    private volatile @Nullable CompletableFuture<Sketch> asked;
    private long image;

    @AfterEach
    void stop() {
        forecaster.close();
    }

    /** The first look takes long of a processor, and so its rest never ends here. */
    private Prospect prospect(Sketch sketch, Instant at, Map<String, String> settings) {
        ProcessorTime processor = new ProcessorTime();
        processor.begin();
        while (!looked.get() && processor.used().compareTo(COSTLY) < 0) {
            Thread.onSpinWait();
        }
        looked.set(true);
        return new Prospect(sketch, at, Duration.ofMinutes(1), settings, 1, this::chances);
    }

    /** In the middle of each future somebody wants to know the pool. */
    private RandomGenerator chances(long number) {
        CompletableFuture<Sketch> before = asked;
        if (before != null && before.isDone()) {
            handedOut.incrementAndGet();
        }
        asked = forecaster.sketch();
        return new SplittableRandom(number);
    }

    private <T extends Reply> T ask(Command command, Class<T> kind) {
        now = now.plusSeconds(2);
        BatchStep.Result result = step.run(List.of(new AddressedCommand(new Address(1), command)), now);
        PoolImage next = step.state().orElseThrow().imaging().next(image, now);
        image = next.number();
        forecaster.done(new Batch(result, Optional.empty(), Optional.of(next), true, 1, Duration.ZERO));
        return kind.cast(result.replies().get(0).reply());
    }

    private JobId submit() {
        JobSpec spec = new JobSpec(
                "n",
                "t",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Range(1, 4, 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        return ask(new Command.Submit(ANN, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    private Expectation said(JobId job) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> forecaster.latest().of(job),
                        said -> said.filter(one -> forecaster.latest().futures() > 1)
                                .isPresent())
                .orElseThrow();
    }

    private void introduce() {
        NodeFacts facts = new NodeFacts("m", "linux", "x64", 1, Duration.ofSeconds(1), "test");
        Capacity capacity = new Capacity(1, MemorySize.parse("8G"));
        Introduction node = new Introduction(facts, capacity, List.of(), new Stay("long", Duration.ofDays(300)));
        ask(new Command.Introduce(null, node, null), Reply.Introduced.class);
    }

    @Test
    void a_new_job_gets_a_first_guess_though_the_next_look_is_far_and_nothing_else_is_said_anew() {
        introduce();
        JobId first = submit();
        forecaster.start();
        Expectation before = said(first);
        assertThat(before.futures()).isGreaterThan(1);

        int inLooks = handedOut.get();
        JobId late = submit();
        Expectation guess = said(late);

        assertThat(inLooks)
                .as("nobody waits for the end of a future to know the pool")
                .isPositive();
        assertThat(handedOut.get()).isGreaterThan(inLooks);
        assertThat(guess.futures()).isEqualTo(1);
        assertThat(guess.forecast().finish().p50()).isNotNull();
        assertThat(forecaster.latest().of(first)).contains(before);
        assertThat(forecaster.latest().futures()).isEqualTo(before.futures());
        assertThat(forecaster.latest().at()).isEqualTo(before.at());
    }

    @Test
    void another_owners_objective_takes_nothing_away_that_was_said() {
        introduce();
        JobId first = submit();
        forecaster.start();
        Expectation before = said(first);

        for (Objective wanted : List.of(Objective.FLOW, Objective.MAKESPAN)) {
            ask(new Command.WantObjective(new Caller(new Owner("bea"), false), wanted), Reply.Acknowledged.class);
        }
        JobId late = submit();
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> forecaster.latest().of(late).isPresent());

        assertThat(forecaster.latest().of(first)).contains(before);
        assertThat(forecaster.latest().futures()).isEqualTo(before.futures());
    }
}
