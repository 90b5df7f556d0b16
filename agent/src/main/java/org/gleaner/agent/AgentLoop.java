package org.gleaner.agent;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.agent.AgentLogic;
import org.jspecify.annotations.Nullable;

/** The one thread that owns the logic: takes what happened, hands on what is to be done, minds the timer. */
final class AgentLoop {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final AgentLogic logic;
    private final Inbox inbox;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CountDownLatch ended = new CountDownLatch(1);

    AgentLoop(AgentLogic logic, Inbox inbox, InstantSource clock, RandomGenerator random) {
        this.logic = logic;
        this.inbox = inbox;
        this.clock = clock;
        this.random = random;
    }

    /** Runs until the logic wants to exit, and returns that wish. */
    AgentEffect.Exit run(AgentInput.Started first, EffectExecutor executor) throws InterruptedException {
        try {
            AgentInput input = first;
            Instant timer = Instant.MAX;
            while (true) {
                List<AgentEffect> effects = logic.on(input, clock.instant(), random);
                if (input instanceof AgentInput.TimerFired) {
                    timer = Instant.MAX;
                }
                for (AgentEffect effect : effects) {
                    if (effect instanceof AgentEffect.Exit exit) {
                        return exit;
                    }
                    if (effect instanceof AgentEffect.SetTimer wanted) {
                        timer = wanted.at();
                    }
                    executor.execute(effect);
                }
                input = next(timer);
            }
        } finally {
            ended.countDown();
        }
    }

    boolean awaitEnd(Duration longest) throws InterruptedException {
        return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    private AgentInput next(Instant timer) throws InterruptedException {
        while (true) {
            Instant now = clock.instant();
            Duration wait = timer.equals(Instant.MAX) ? LONGEST_WAIT : Duration.between(now, timer);
            @Nullable AgentInput input = inbox.next(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT);
            if (input != null) {
                return input;
            }
            if (!clock.instant().isBefore(timer)) {
                return new AgentInput.TimerFired();
            }
        }
    }
}
