package org.gleaner.agent;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gleaner.core.agent.AgentInput;
import org.jspecify.annotations.Nullable;

/**
 * Where everything that happens waits for the loop. It needs no bound of its own: what comes in answers effects of the
 * logic, which has bounds for them, or comes once a second. Thread-safe.
 */
final class Inbox implements Consumer<AgentInput> {
    private final LinkedBlockingQueue<AgentInput> waiting = new LinkedBlockingQueue<>();

    @Override
    public void accept(AgentInput input) {
        waiting.add(input);
    }

    /** The next input, or null when the time is over. */
    @Nullable
    AgentInput next(Duration longest) throws InterruptedException {
        return waiting.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
    }
}
