package org.gleaner.agent;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.node.Capacity;

/** Tells the logic now and then how much of the machine others use. */
final class LoadWatch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Supplier<Capacity> offer;
    private final DoubleSupplier othersLoad;
    private final Consumer<AgentInput> inbox;
    private final Thread thread;

    LoadWatch(Supplier<Capacity> offer, DoubleSupplier othersLoad, Consumer<AgentInput> inbox, ThreadFactory daemons) {
        this.offer = offer;
        this.othersLoad = othersLoad;
        this.inbox = inbox;
        this.thread = daemons.newThread(this::watch);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(PERIOD.toMillis());
                inbox.accept(new AgentInput.OfferChanged(offer.get(), othersLoad.getAsDouble()));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
