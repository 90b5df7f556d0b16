package org.gleaner.agent;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gleaner.agent.person.House;
import org.gleaner.agent.person.Verdict;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again whether tasks are welcome, tells the logic when that changes, and how much of the machine
 * others use; now and then, when all is quiet, it has the benchmark repeated. While tasks run it looks three times a
 * second, so that they stand still within a second of somebody's return; else seldom, as nobody waits for it.
 */
final class PersonWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PersonWatch.class);
    private static final Duration WHILE_BUSY = Duration.ofMillis(300);
    /** To find out that a task runs is cheap; to look at the machine is most of what an idle agent does. */
    private static final Duration WHILE_IDLE = Duration.ofSeconds(2);

    private static final Duration IDLE_LOOK_PERIOD = Duration.ofSeconds(10);
    private static final Duration LOAD_PERIOD = Duration.ofSeconds(5);
    /** How long the page waits for a look; less than its reader does. */
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(2);

    private static final Duration BENCHMARK_PERIOD = Duration.ofMinutes(30);
    private static final double QUIET = 0.1;

    private final Eyes eyes;
    private final Supplier<Capacity> offer;
    private final Consumer<AgentInput> inbox;
    private final Runnable benchmark;
    private final Vigil vigil;
    private volatile Verdict verdict = Verdict.WELCOME;
    private volatile @Nullable String source;
    private boolean hurry;
    /** None before the first look. */
    private volatile @Nullable ProcessorUse use;

    /** These three are confined to the thread that looks. */
    private long lookedAt = System.nanoTime();

    private long loadAt = lookedAt;
    private long benchmarkAt = lookedAt + BENCHMARK_PERIOD.toNanos();

    /**
     * What it looks at.
     *
     * @param busy whether any task runs, or something holds memory for the next one
     */
    record Eyes(House house, Supplier<ProcessorUse> processor, BooleanSupplier busy) {}

    PersonWatch(
            Eyes eyes,
            Supplier<Capacity> offer,
            Consumer<AgentInput> inbox,
            Runnable benchmark,
            ThreadFactory daemons) {
        this.eyes = eyes;
        this.offer = offer;
        this.inbox = inbox;
        this.benchmark = benchmark;
        this.vigil = new Vigil(
                daemons,
                this::lookOnce,
                (failures, bug) -> LOG.error("checking whether tasks may run failed; retrying", bug));
    }

    /** Looks once at once: an agent that starts while somebody is there does not begin with work. */
    void start() {
        look();
        vigil.start();
    }

    Verdict verdict() {
        return verdict;
    }

    /** The verdict, after another look if it does not know yet that somebody has paused or resumed work. */
    synchronized Verdict verdict(boolean paused) throws InterruptedException {
        long deadline = System.nanoTime() + LOOK_LIMIT.toNanos();
        while (verdict.paused() != paused && deadline - System.nanoTime() > 0) {
            lookNow();
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        return verdict;
    }

    /** Who used how much of the machine lately. */
    @Nullable
    ProcessorUse use() {
        return use;
    }

    private double load() {
        ProcessorUse known = use;
        return known == null ? 0 : known.others();
    }

    @Nullable
    String source() {
        return source;
    }

    /** Somebody pressed a button. */
    synchronized void lookNow() {
        hurry = true;
        notifyAll();
    }

    @Override
    public void close() {
        vigil.close();
    }

    private void lookOnce() throws InterruptedException {
        boolean hurried;
        try {
            hurried = await(eyes.busy().getAsBoolean() ? WHILE_BUSY : WHILE_IDLE);
        } catch (InterruptedException closed) {
            eyes.house().close();
            throw closed;
        }
        long now = System.nanoTime();
        if (!hurried && !eyes.busy().getAsBoolean() && now - lookedAt < IDLE_LOOK_PERIOD.toNanos()) {
            return;
        }
        lookedAt = now;
        // First: what goes wrong below must not keep the machine from the person at it.
        look();
        if (now - loadAt >= LOAD_PERIOD.toNanos()) {
            loadAt = now;
            use = eyes.processor().get();
            inbox.accept(new AgentInput.OfferChanged(offer.get(), use));
            look();
        }
        if (now - benchmarkAt >= 0 && load() < QUIET && !eyes.busy().getAsBoolean()) {
            benchmarkAt = now + BENCHMARK_PERIOD.toNanos();
            benchmark.run();
        }
    }

    private void look() {
        Verdict next = eyes.house().look(load());
        source = eyes.house().source();
        boolean changed = next.welcome() != verdict.welcome();
        verdict = next;
        synchronized (this) {
            notifyAll();
        }
        if (changed) {
            inbox.accept(new AgentInput.WelcomeChanged(next.welcome()));
        }
    }

    /** Returns whether somebody is in a hurry. */
    private synchronized boolean await(Duration longest) throws InterruptedException {
        if (!hurry) {
            TimeUnit.NANOSECONDS.timedWait(this, longest.toNanos());
        }
        boolean hurried = hurry;
        hurry = false;
        return hurried;
    }
}
