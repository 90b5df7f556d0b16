package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gleaner.client.Gleaner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an executor of a pool has beyond those of the JDK. */
final class MoreOfExecutorsTest {
    private static volatile CountDownLatch held = new CountDownLatch(1);

    private final Gleaner grid = Gleaner.local();
    private final GridExecutor pool = grid.executor("more");

    @AfterEach
    void end() {
        grid.close();
    }

    private static int hold(int result) throws InterruptedException {
        held.await();
        return result;
    }

    @Test
    void a_call_as_a_completable_future_goes_on_with_its_result() throws Exception {
        CompletableFuture<Integer> sum = pool.async(() -> 40).thenCombine(pool.async(() -> 2), Integer::sum);

        assertThat(sum.get(1, TimeUnit.MINUTES)).isEqualTo(42);
    }

    @Test
    void a_completable_future_fails_with_what_its_call_threw_and_cancels_it_when_it_is_cancelled() throws Exception {
        held = new CountDownLatch(1);
        CompletableFuture<Integer> failed = pool.async(() -> Integer.parseInt("x"));
        CompletableFuture<Integer> cancelled = pool.async(() -> hold(1));

        assertThat(cancelled.cancel(true)).isTrue();

        assertThatThrownBy(() -> failed.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(NumberFormatException.class);
        assertThat(pool.progress().cancelled()).isEqualTo(1);
    }

    @Test
    void results_of_a_map_come_as_they_arrive() {
        held = new CountDownLatch(1);
        List<Integer> arrived = new ArrayList<>();

        try (Stream<Integer> results = pool.map(List.of(1, 2, 3), number -> number == 1 ? hold(1) : number * number)) {
            results.forEach(result -> {
                arrived.add(result);
                if (arrived.size() == 2) {
                    held.countDown();
                }
            });
        }

        assertThat(arrived).hasSize(3).endsWith(1).contains(4, 9);
    }

    @Test
    void a_map_takes_inputs_only_so_far_ahead() {
        AtomicInteger taken = new AtomicInteger();
        Iterable<Integer> endless = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                return taken.incrementAndGet();
            }
        };

        try (Stream<Integer> results = pool.map(endless, number -> number)) {
            assertThat(results.limit(5)).hasSize(5);
        }

        assertThat(taken.get()).isLessThan(20_000);
    }

    @Test
    void results_of_a_map_come_while_its_next_input_is_waited_for() throws Exception {
        LinkedBlockingQueue<Integer> inputs = new LinkedBlockingQueue<>(List.of(1, 2));
        Iterable<Integer> slow = () -> Stream.generate(() -> taken(inputs))
                .takeWhile(input -> input > 0)
                .iterator();

        try (Stream<Integer> squares = pool.map(slow, number -> number * number)) {
            Iterator<Integer> results = squares.iterator();

            assertThat(List.of(results.next(), results.next())).containsExactlyInAnyOrder(1, 4);

            inputs.add(3);
            assertThat(results.next()).isEqualTo(9);
            inputs.add(0);
            assertThat(results.hasNext()).isFalse();
        }
    }

    private static Integer taken(LinkedBlockingQueue<Integer> inputs) {
        try {
            return inputs.take();
        } catch (InterruptedException nobodyReads) {
            return 0;
        }
    }

    @Test
    void a_map_whose_reader_has_gone_waits_for_no_input() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        Iterable<Integer> never = () -> Stream.<Integer>generate(() -> {
                    asked.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException nobodyReads) {
                        woken.countDown();
                    }
                    return 1;
                })
                .iterator();
        Stream<Integer> results = pool.map(never, number -> number);
        Thread reader = new Thread(() -> results.forEach(result -> {}));
        reader.setUncaughtExceptionHandler((thread, thrown) -> {});
        reader.start();
        asked.await();

        reader.interrupt();

        assertThat(woken.await(1, TimeUnit.MINUTES)).isTrue();
        reader.join();
    }

    @Test
    void a_map_ends_with_what_its_inputs_throw_and_takes_a_null_like_any_other() {
        Iterable<Integer> broken = () -> Stream.of(1, 0)
                .map(number -> {
                    if (number == 0) {
                        throw new IllegalStateException("no more");
                    }
                    return number;
                })
                .iterator();
        List<Integer> seen = new ArrayList<>();

        try (Stream<Integer> results = pool.map(broken, number -> number)) {
            assertThatThrownBy(() -> results.forEach(seen::add)).hasMessage("no more");
        }
        try (Stream<String> results = pool.map(Arrays.asList("a", null), text -> "got " + text)) {
            assertThat(results).containsExactlyInAnyOrder("got a", "got null");
        }

        assertThat(seen).containsExactly(1);
    }

    @Test
    void what_a_map_can_not_send_is_refused_with_the_line_that_reads() {
        try (Stream<Object> results = pool.map(List.of(new Object()), input -> input)) {
            assertThatThrownBy(() -> results.forEach(result -> {}))
                    .isInstanceOf(CannotTravelException.class)
                    .hasMessageStartingWith("MoreOfExecutorsTest.java:");
        }
    }

    @Test
    void a_map_whose_function_throws_ends_with_that() {
        try (Stream<Integer> results = pool.map(List.of("1", "x"), text -> Integer.parseInt(text))) {
            assertThatThrownBy(() -> results.forEach(result -> {}))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(NumberFormatException.class);
        }
    }

    @Test
    void progress_counts_every_call_once() throws Exception {
        List<CallCounts> told = new CopyOnWriteArrayList<>();
        pool.onProgress(told::add);

        pool.submit(() -> 1).get();
        Future<Integer> failed = pool.submit(() -> Integer.parseInt("x"));
        assertThatThrownBy(failed::get).hasCauseInstanceOf(NumberFormatException.class);
        pool.shutdown();
        assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        assertThat(pool.progress()).isEqualTo(new CallCounts(2, 1, 1, 0));
        assertThat(told).contains(new CallCounts(2, 1, 1, 0));
    }

    @Test
    void progress_is_drawn_as_one_line() {
        StringBuilder drawn = new StringBuilder();
        ProgressBar line = new ProgressBar("pi", drawn);

        line.accept(new CallCounts(4, 2, 1, 0));
        line.accept(new CallCounts(4, 3, 1, 0));

        assertThat(drawn.toString())
                .isEqualTo("\rpi [######################........] 3/4, 1 failed\rpi [" + "#".repeat(30)
                        + "] 4/4, 1 failed" + System.lineSeparator());
    }

    @Test
    void what_is_logged_while_the_bar_is_drawn_gets_a_line_of_its_own() {
        StringBuilder drawn = new StringBuilder();
        ProgressBar line = new ProgressBar("pi", drawn);

        line.breakLine();
        line.accept(new CallCounts(4, 2, 0, 0));
        line.breakLine();
        drawn.append("WARNING\n");
        line.breakLine();
        line.accept(new CallCounts(4, 4, 0, 0));
        line.breakLine();

        assertThat(drawn.toString().lines())
                .containsExactly(
                        "",
                        "pi [" + "#".repeat(15) + ".".repeat(15) + "] 2/4",
                        "WARNING",
                        "",
                        "pi [" + "#".repeat(30) + "] 4/4");
    }

    @Test
    void random_numbers_follow_from_the_seed_and_the_order_of_calls() throws Exception {
        List<Long> first = drawn(7);
        List<Long> second = drawn(7);
        List<Long> other = drawn(8);

        assertThat(second).isEqualTo(first).doesNotHaveDuplicates();
        assertThat(other).doesNotContainAnyElementsOf(first);
        assertThatThrownBy(Tasks::random).isInstanceOf(IllegalStateException.class);
    }

    private List<Long> drawn(long seed) throws Exception {
        try (GridExecutor seeded = grid.executor("dice", ExecutorOptions.usual().seed(seed))) {
            List<Task<Long>> tasks = IntStream.range(0, 10)
                    .<Task<Long>>mapToObj(i -> () -> Tasks.random().nextLong())
                    .toList();
            List<Long> drawn = new ArrayList<>();
            for (Future<Long> one : seeded.invokeAll(tasks)) {
                drawn.add(one.get());
            }
            return drawn;
        }
    }
}
