package org.gleaner.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.Owner;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The thread around the batch step: its queue, its end, and a store that misbehaves. */
final class ServerLoopComponentTest {
    private static final Caller ADMIN = new Caller(new Owner("admin"), true);

    /** A store that can be made to wait, to fail, or to hit a bug. */
    private static final class WilfulStore implements Store {
        private final InMemoryStore store = new InMemoryStore();
        private final ConcurrentLinkedQueue<Integer> writes = new ConcurrentLinkedQueue<>();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean failing;
        private volatile boolean buggy;

        @Override
        public void write(List<GridEvent.Hard> events) throws StoreException {
            writes.add(events.size());
            try {
                assertThat(gate.await(300, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new StoreException("interrupted", e);
            }
            if (buggy) {
                throw new IllegalStateException("a bug");
            }
            if (failing) {
                throw new StoreException("the disk is full");
            }
            store.write(events);
        }

        @Override
        public StoredGrid load() throws StoreException {
            if (failing) {
                throw new StoreException("the disk is full");
            }
            return store.load();
        }
    }

    private final WilfulStore store = new WilfulStore();
    private final ExecutorService renderers = Executors.newSingleThreadExecutor();
    private final AtomicLong nanos = new AtomicLong();
    private final LoopPulse pulse = new LoopPulse(nanos::get);
    /** What keeps the loop busy with itself. */
    private volatile CountDownLatch thought = new CountDownLatch(0);

    private final ServerLoop loop = new ServerLoop(
            new BatchStep(pulse.watching(store, took -> {}), new SplittableRandom(1)),
            new LoopClock(InstantSource.system()),
            renderers,
            List.of(new BatchLog(), batch -> think()),
            new ServerLoop.Bounds(4, 3, 100),
            pulse);

    private void think() {
        try {
            assertThat(thought.await(300, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() throws Exception {
        store.gate.countDown();
        loop.stop();
        loop.ended().get(300, TimeUnit.SECONDS);
        renderers.shutdown();
    }

    @Test
    void what_waits_is_decided_together_and_made_durable_once() throws Exception {
        loop.start();
        List<CompletableFuture<Reply>> calls = blockedWith(4);

        store.gate.countDown();

        for (CompletableFuture<Reply> call : calls) {
            assertThat(call.get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Acknowledged.class);
        }
        assertThat(store.writes).containsExactly(1, 3, 1);
    }

    @Test
    void a_caller_that_fails_keeps_the_reply_of_no_other_back() throws Exception {
        loop.start();
        blockedWith(1);
        loop.offer(change(8), reply -> {
            throw new AssertionError("planted");
        });
        CompletableFuture<Reply> other = ask(9);

        store.gate.countDown();

        assertThat(other.get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Acknowledged.class);
    }

    @Test
    void a_loop_that_waits_for_its_store_is_not_given_up_however_long_that_takes() throws Exception {
        loop.start();
        List<CompletableFuture<Reply>> calls = blockedWith(1);
        nanos.addAndGet(Duration.ofMinutes(5).toNanos());
        LoopWatch watch = new LoopWatch(loop);

        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger log = (Logger) LoggerFactory.getLogger(LoopWatch.class);
        lines.start();
        log.addAppender(lines);
        log.setLevel(Level.INFO);

        for (int i = 0; i < 200; i++) {
            watch.look();
        }

        assertThat(loop.ended()).isNotDone();
        assertThat(loop.trouble().orElse("")).contains("its database has not answered for 300 s", "slow, hung or full");
        store.gate.countDown();
        for (CompletableFuture<Reply> call : calls) {
            assertThat(call.get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Acknowledged.class);
        }
        watch.look();
        log.detachAppender(lines);
        log.setLevel(null);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        first -> assertThat(first).contains("has not answered for 300 s", "disk"),
                        last -> assertThat(last).contains("answers again, after 300 s"));
    }

    @Test
    void a_loop_that_does_not_come_back_from_a_decision_is_given_up() throws Exception {
        loop.start();
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(loop::isServing);
        thought = new CountDownLatch(1);
        CompletableFuture<Reply> call = ask(1);
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> store.writes.size() == 1);
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
            return pulse.thinking().compareTo(Duration.ofMinutes(1)) > 0;
        });
        LoopWatch watch = new LoopWatch(loop);

        for (int i = 0; i < 60; i++) {
            watch.look();
        }

        assertThat(loop.ended().get(300, TimeUnit.SECONDS)).hasMessageContaining("stuck in one decision");
        assertThat(loop.trouble()).hasValue("it has stopped");
        assertThat(loop.isServing()).isFalse();
        thought.countDown();
        assertThat(call.get(300, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void a_full_queue_refuses_at_once() throws Exception {
        loop.start();
        List<CompletableFuture<Reply>> calls = blockedWith(4);

        boolean taken = loop.offer(change(9), reply -> {});

        assertThat(taken).isFalse();
        assertThat(loop.pending()).isEqualTo(calls.size());
    }

    @Test
    void stopping_finishes_what_was_taken_and_takes_no_more() throws Exception {
        loop.start();
        List<CompletableFuture<Reply>> calls = blockedWith(3);

        loop.stop();
        boolean taken = loop.offer(change(9), reply -> {});
        store.gate.countDown();

        assertThat(taken).isFalse();
        assertThat(loop.ended().get(300, TimeUnit.SECONDS)).isNull();
        for (CompletableFuture<Reply> call : calls) {
            assertThat(call.get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Acknowledged.class);
        }
    }

    @Test
    void a_store_that_fails_makes_calls_unavailable_until_it_is_back() throws Exception {
        loop.start();
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(loop::isServing);

        store.failing = true;
        assertThat(ask(1).get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Unavailable.class);
        assertThat(loop.isServing()).isFalse();
        store.failing = false;

        Awaitility.await().atMost(Duration.ofMinutes(5)).until(loop::isServing);
        assertThat(ask(2).get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Acknowledged.class);
    }

    @Test
    void a_bug_that_leaves_the_step_ends_the_loop_and_tells_every_caller() throws Exception {
        loop.start();
        List<CompletableFuture<Reply>> calls = blockedWith(2);

        store.buggy = true;
        store.gate.countDown();

        assertThat(loop.ended().get(300, TimeUnit.SECONDS)).hasMessage("a bug");
        for (CompletableFuture<Reply> call : calls) {
            assertThat(call.get(300, TimeUnit.SECONDS)).isInstanceOf(Reply.Unavailable.class);
        }
        assertThat(loop.isServing()).isFalse();
        assertThat(loop.offer(change(9), reply -> {})).isFalse();
    }

    /** One command that the store holds up, and so many behind it in the queue. */
    private List<CompletableFuture<Reply>> blockedWith(int waiting) {
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(loop::isServing);
        store.gate = new CountDownLatch(1);
        List<CompletableFuture<Reply>> calls = new ArrayList<>();
        calls.add(ask(1));
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> !store.writes.isEmpty());
        for (int i = 0; i < waiting; i++) {
            calls.add(ask(i + 2));
        }
        return calls;
    }

    private CompletableFuture<Reply> ask(int number) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        assertThat(loop.offer(change(number), reply::complete)).isTrue();
        return reply;
    }

    private static Command change(int number) {
        return new Command.ChangeSetting(ADMIN, "array-limit", Integer.toString(1000 + number));
    }
}
