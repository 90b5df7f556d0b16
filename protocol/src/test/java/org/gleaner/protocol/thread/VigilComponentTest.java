package org.gleaner.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
final class VigilComponentTest {
    private static final Duration NO_PAUSE = Duration.ZERO;

    private final AtomicInteger rounds = new AtomicInteger();
    private final CountDownLatch enough = new CountDownLatch(20);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void a_bug_in_a_round_does_not_end_the_rounds_and_is_told_once_in_a_while() throws Exception {
        try (Vigil vigil = vigil(VigilComponentTest::bug)) {
            assertThat(enough.await(300, TimeUnit.SECONDS)).isTrue();

            assertThat(told).containsExactly("1 bug");
            assertThat(vigil.failures()).isGreaterThanOrEqualTo(9);
        }
    }

    @Test
    void an_error_of_the_virtual_machine_does_not_end_the_rounds() throws Exception {
        try (Vigil vigil = vigil(VigilComponentTest::noMemory)) {
            assertThat(enough.await(300, TimeUnit.SECONDS)).isTrue();

            assertThat(vigil.failures()).isGreaterThanOrEqualTo(9);
        }
    }

    @Test
    void a_failure_that_could_not_be_told_ends_nothing_and_the_next_one_is_told() throws Exception {
        AtomicInteger tellings = new AtomicInteger();
        Vigil.Teller speechless = (failures, why) -> {
            if (tellings.incrementAndGet() == 1) {
                throw new IllegalStateException("no words");
            }
        };
        try (Vigil vigil =
                new Vigil(Vigil.daemon("vigil"), () -> sometimes(VigilComponentTest::bug), speechless, NO_PAUSE)) {
            vigil.start();
            assertThat(enough.await(300, TimeUnit.SECONDS)).isTrue();

            assertThat(tellings).hasValue(2);
        }
    }

    @Test
    void closing_ends_the_thread() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Vigil vigil = new Vigil(
                task -> Vigil.daemon("vigil").newThread(() -> {
                    task.run();
                    ended.countDown();
                }),
                () -> new CountDownLatch(1).await(),
                (failures, why) -> told.add(String.valueOf(why)));

        vigil.start().close();

        assertThat(ended.await(300, TimeUnit.SECONDS)).isTrue();
        assertThat(told).isEmpty();
    }

    private Vigil vigil(Runnable failing) {
        Vigil.Teller teller = (failures, why) -> told.add(failures + " " + why.getMessage());
        return new Vigil(Vigil.daemon("vigil"), () -> sometimes(failing), teller, NO_PAUSE).start();
    }

    /** Every second round fails. */
    private void sometimes(Runnable failing) throws InterruptedException {
        if (enough.getCount() == 0) {
            new CountDownLatch(1).await();
        }
        enough.countDown();
        if (rounds.incrementAndGet() % 2 == 0) {
            failing.run();
        }
    }

    private static void bug() {
        throw new IllegalStateException("bug");
    }

    private static void noMemory() {
        throw new OutOfMemoryError("full");
    }
}
