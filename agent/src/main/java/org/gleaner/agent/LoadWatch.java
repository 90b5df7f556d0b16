package org.gleaner.agent;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.node.Capacity;

/** Tells the logic now and then how much of the machine others use. */
final class LoadWatch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Timer timer = new Timer("agent-load", true);

    void start(Capacity offer, DoubleSupplier othersLoad, Consumer<AgentInput> inbox) {
        TimerTask look = new TimerTask() {
            @Override
            public void run() {
                inbox.accept(new AgentInput.OfferChanged(offer, othersLoad.getAsDouble()));
            }
        };
        timer.schedule(look, PERIOD.toMillis(), PERIOD.toMillis());
    }

    @Override
    public void close() {
        timer.cancel();
    }
}
