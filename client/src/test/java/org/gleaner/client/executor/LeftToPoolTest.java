package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class LeftToPoolTest {
    /** Calls stay with it until they are left or told to fail. */
    private static final class SlowCarrier implements CallCarrier {
        private final List<PendingCall<?>> carried = new ArrayList<>();

        @Override
        public void carry(PendingCall<?> call) {
            carried.add(call);
        }

        @Override
        public void cancel(PendingCall<?> call, boolean running) {}

        @Override
        public boolean withdraw(PendingCall<?> call) {
            return false;
        }

        @Override
        public void seal() {}

        @Override
        public List<String> jobs() {
            return List.of("7");
        }

        @Override
        public void leave() {
            carried.forEach(call -> call.fail(new LeftToPool(jobs())));
        }

        @Override
        public void close() {}
    }

    private final SlowCarrier carrier = new SlowCarrier();
    private final CallPool pool = new CallPool("left", 1, carrier);
    private final StringBuilder drawn = new StringBuilder();

    @Test
    void calls_that_are_left_to_the_pool_have_not_failed() {
        pool.onProgress(new ProgressBar("pi", drawn));
        Future<Integer> broken = pool.submit(() -> 1);
        Future<Integer> left = pool.submit(() -> 2);
        pool.execute(() -> {});
        carrier.carried.remove(0).fail(new IllegalStateException("broken"));

        assertThat(pool.detach()).containsExactly("7");

        assertThat(pool.progress()).isEqualTo(new CallCounts(3, 0, 1, 0));
        assertThat(pool.isTerminated()).isTrue();
        assertThat(broken).isDone();
        assertThatThrownBy(left::get).hasCauseInstanceOf(LeftToPool.class).hasMessageContaining("Attach to job [7].");
        assertThat(drawn.toString())
                .endsWith("\rpi [" + "#".repeat(10) + ".".repeat(20) + "] 1/3, 1 failed, 2 detached"
                        + System.lineSeparator());
    }

    @Test
    void a_bar_that_is_full_says_nothing_of_detaching() {
        pool.onProgress(new ProgressBar("pi", drawn));

        pool.detach();

        assertThat(drawn).isEmpty();
    }

    @Test
    void nobody_is_told_that_an_executed_call_threw_because_it_was_left() {
        List<Throwable> told = new ArrayList<>();
        Thread here = Thread.currentThread();
        Thread.UncaughtExceptionHandler usual = here.getUncaughtExceptionHandler();
        here.setUncaughtExceptionHandler((thread, thrown) -> told.add(thrown));
        try {
            pool.execute(() -> {});
            pool.detach();
        } finally {
            here.setUncaughtExceptionHandler(usual);
        }

        assertThat(told).isEmpty();
    }
}
