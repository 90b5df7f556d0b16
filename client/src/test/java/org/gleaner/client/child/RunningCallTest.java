package org.gleaner.client.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RunningCallTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RunningCall running = new RunningCall(Duration.ofMinutes(5));
    private final CountDownLatch begun = new CountDownLatch(1);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void whoever_stops_a_call_interrupts_it_and_waits_until_it_has_tidied_up() throws Exception {
        Future<String> call = threads.submit(() -> {
            running.begin();
            begun.countDown();
            try {
                new CountDownLatch(1).await();
                return "never";
            } catch (InterruptedException told) {
                return "tidied up";
            } finally {
                running.end();
            }
        });
        begun.await();

        running.stop();

        assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("tidied up");
    }

    @Test
    void a_call_that_does_not_listen_is_not_waited_for() throws Exception {
        RunningCall running = new RunningCall(Duration.ZERO);
        CountDownLatch end = new CountDownLatch(1);
        Future<Boolean> call = threads.submit(() -> {
            running.begin();
            begun.countDown();
            while (end.getCount() > 0) {
                Thread.onSpinWait();
            }
            running.end();
            return Thread.interrupted();
        });
        begun.await();

        running.stop();

        assertThat(call.isDone()).isFalse();
        end.countDown();
        assertThat(call.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void where_none_runs_nobody_waits_and_none_begins_any_more() throws Exception {
        running.stop();

        Future<?> next = threads.submit(() -> {
            running.begin();
            return 1;
        });

        assertThat(next.isDone()).isFalse();
        assertThat(next.cancel(true)).isTrue();
    }
}
