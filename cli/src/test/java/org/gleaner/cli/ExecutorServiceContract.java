package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gleaner.client.executor.Action;
import org.gleaner.client.executor.CallCounts;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.Mapping;
import org.gleaner.client.executor.Task;
import org.junit.jupiter.api.Test;

/** What the JDK says of every ExecutorService and its futures, wherever the calls run. */
interface ExecutorServiceContract {
    /** No machine has it. Threads of this JVM do not ask. */
    ExecutorOptions NOWHERE = ExecutorOptions.usual().needs("cobol:7");

    /** A new one; the test sees to its end. */
    GridExecutor executor(ExecutorOptions options);

    /** A new directory for files by which calls and their test speak. */
    Path place() throws IOException;

    private static void ended(GridExecutor pool) throws InterruptedException {
        List<Runnable> unused = pool.shutdownNow();
        assertThat(pool.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    }

    private static <T> T value(Future<T> call) throws Exception {
        return call.get(2, TimeUnit.MINUTES);
    }

    /** In a thread that is interrupted before it waits. */
    private static void assertInterrupted(ThrowingCallable wait) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(wait).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    default void it_is_shut_down_first_and_terminated_when_the_last_call_is_done() throws Exception {
        Path go = place().resolve("go");
        GridExecutor pool = executor(ExecutorOptions.usual());
        Future<Integer> waits = pool.submit(TravellingCalls.until(go.toString(), 1));
        assertThat(pool.isShutdown()).isFalse();
        assertThat(pool.isTerminated()).isFalse();
        assertThat(pool.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();

        pool.shutdown();

        assertThat(pool.isShutdown()).isTrue();
        assertThat(pool.isTerminated()).isFalse();
        assertThat(pool.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(pool.awaitTermination(-1, TimeUnit.MILLISECONDS)).isFalse();
        assertInterrupted(() -> pool.awaitTermination(1, TimeUnit.DAYS));
        Files.createFile(go);
        assertThat(pool.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        assertThat(pool.isTerminated()).isTrue();
        assertThat(waits.isDone()).isTrue();
        assertThat(waits.get()).isEqualTo(1);
        pool.close();
    }

    @Test
    default void after_shutdown_every_way_to_bring_work_is_refused() throws Exception {
        GridExecutor pool = executor(NOWHERE);
        Task<Integer> task = TravellingCalls.square(1);
        Action action = TravellingCalls.exit();
        Mapping<Integer, Integer> mapping = TravellingCalls.squaring();

        pool.shutdown();
        pool.shutdown();

        List<ThrowingCallable> ways = List.of(
                () -> pool.submit(task),
                () -> pool.submit(action),
                () -> pool.submit((Callable<Integer>) task),
                () -> pool.submit((Runnable) action),
                () -> pool.submit(action, 1),
                () -> pool.execute(action),
                () -> pool.execute((Runnable) action),
                () -> pool.invokeAll(List.of(task)),
                () -> pool.invokeAll(List.of(task), 1, TimeUnit.MINUTES),
                () -> pool.invokeAny(List.of(task)),
                () -> pool.invokeAny(List.of(task), 1, TimeUnit.MINUTES),
                () -> pool.async(task),
                () -> pool.map(List.of(1), mapping));
        assertThat(ways).allSatisfy(way -> assertThatThrownBy(way).isInstanceOf(RejectedExecutionException.class));
        assertThat(pool.isTerminated()).isTrue();
        assertThat(pool.shutdownNow()).isEmpty();
        assertThat(pool.progress().submitted()).isZero();
    }

    // What is null here must not be.
    @SuppressWarnings("NullAway")
    @Test
    default void null_is_refused_before_anything_is_sent() throws Exception {
        GridExecutor pool = executor(NOWHERE);
        List<Task<Integer>> tasks = List.of(TravellingCalls.square(1));
        List<Task<Integer>> gap = Arrays.asList(TravellingCalls.square(1), null);

        List<ThrowingCallable> ways = List.of(
                () -> pool.submit((Task<Integer>) null),
                () -> pool.submit((Action) null),
                () -> pool.submit((Callable<Integer>) null),
                () -> pool.submit((Runnable) null),
                () -> pool.submit(null, 1),
                () -> pool.execute((Action) null),
                () -> pool.execute((Runnable) null),
                () -> pool.async(null),
                () -> pool.invokeAll(null),
                () -> pool.invokeAll(gap),
                () -> pool.invokeAll(gap, 1, TimeUnit.MINUTES),
                () -> pool.invokeAll(tasks, 1, null),
                () -> pool.invokeAny(null),
                () -> pool.invokeAny(gap),
                () -> pool.invokeAny(gap, 1, TimeUnit.MINUTES),
                () -> pool.invokeAny(tasks, 1, null),
                () -> pool.map(null, TravellingCalls.squaring()),
                () -> pool.map(List.of(1), null),
                () -> pool.onProgress(null),
                () -> pool.awaitTermination(1, null));

        assertThat(ways).allSatisfy(way -> assertThatThrownBy(way).isInstanceOf(NullPointerException.class));
        assertThat(pool.progress()).isEqualTo(new CallCounts(0, 0, 0, 0));
        ended(pool);
    }

    @Test
    default void all_that_are_invoked_are_done_in_their_order_also_if_one_of_them_fails() throws Exception {
        GridExecutor pool = executor(ExecutorOptions.usual());
        List<Integer> given = new ArrayList<>(List.of(1, 2));
        List<Task<? extends Object>> tasks =
                List.of(TravellingCalls.square(2), TravellingCalls.wrong(), TravellingCalls.size(given));
        List<Callable<Object>> calls = new ArrayList<>();
        tasks.forEach(task -> calls.add(callable(task)));

        List<Future<Object>> futures = pool.invokeAll(calls, 5, TimeUnit.MINUTES);

        assertThat(futures).hasSize(3).allMatch(Future::isDone).noneMatch(Future::isCancelled);
        assertThat(futures.get(0).get()).isEqualTo(4);
        assertThatThrownBy(() -> futures.get(1).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TravellingCalls.Wrong.class);
        assertThat(futures.get(2).get())
                .as("what was done before submitting is seen there")
                .isEqualTo(2);
        assertThat(futures.get(0).cancel(true)).isFalse();
        assertThat(futures.get(0).isCancelled()).isFalse();
        assertThat(pool.invokeAll(List.<Callable<Object>>of())).isEmpty();
        ended(pool);
        assertThat(futures.get(0).get(0, TimeUnit.SECONDS)).isEqualTo(4);
    }

    // A task of something is one of anything.
    @SuppressWarnings("unchecked")
    private static Callable<Object> callable(Task<? extends Object> task) {
        return (Callable<Object>) task;
    }

    @Test
    default void what_is_not_done_in_time_is_cancelled() throws Exception {
        GridExecutor pool = executor(NOWHERE);
        List<Task<Integer>> endless = List.of(TravellingCalls.forEver(), TravellingCalls.forEver());

        List<Future<Integer>> futures = pool.invokeAll(endless, 1, TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> pool.invokeAny(endless, 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);

        assertThat(futures).hasSize(2).allMatch(Future::isDone).allMatch(Future::isCancelled);
        assertThat(pool.progress()).isEqualTo(new CallCounts(4, 0, 0, 4));
        ended(pool);
    }

    @Test
    default void any_gives_one_success_and_cancels_the_others() throws Exception {
        GridExecutor pool = executor(ExecutorOptions.usual());
        List<Callable<Object>> tasks = List.of(
                callable(TravellingCalls.wrong()),
                callable(TravellingCalls.square(4)),
                callable(TravellingCalls.forEver()));

        assertThat(pool.invokeAny(tasks)).isEqualTo(16);

        await().atMost(Duration.ofMinutes(1)).until(() -> pool.progress().open() == 0);
        assertThat(pool.progress().cancelled()).isPositive();
        assertThatThrownBy(() -> pool.invokeAny(tasks.subList(0, 1)))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TravellingCalls.Wrong.class);
        assertThatThrownBy(() -> pool.invokeAny(List.<Callable<Object>>of()))
                .isInstanceOf(IllegalArgumentException.class);
        ended(pool);
    }

    @Test
    default void whoever_waits_can_be_interrupted_and_what_it_waited_for_together_is_cancelled() throws Exception {
        GridExecutor pool = executor(NOWHERE);
        List<Task<Integer>> endless = List.of(TravellingCalls.forEver(), TravellingCalls.forEver());
        Future<Integer> call = pool.submit(TravellingCalls.forEver());

        assertInterrupted(call::get);
        assertInterrupted(() -> call.get(1, TimeUnit.DAYS));
        assertThat(call.isDone()).isFalse();
        assertInterrupted(() -> pool.invokeAll(endless));
        assertInterrupted(() -> pool.invokeAll(endless, 1, TimeUnit.DAYS));
        assertInterrupted(() -> pool.invokeAny(endless));
        assertInterrupted(() -> pool.invokeAny(endless, 1, TimeUnit.DAYS));
        assertThat(pool.progress()).isEqualTo(new CallCounts(9, 0, 0, 8));

        Thread.currentThread().interrupt();
        pool.close();

        assertThat(Thread.interrupted()).as("who closes is still interrupted").isTrue();
        assertThat(call.isCancelled()).isTrue();
        assertThat(pool.isTerminated()).isTrue();
    }

    @Test
    default void a_future_is_cancelled_once_and_says_so_for_ever() throws Exception {
        GridExecutor pool = executor(NOWHERE);
        Future<Integer> call = pool.submit(TravellingCalls.forEver());
        assertThat(call.isDone()).isFalse();
        assertThat(call.isCancelled()).isFalse();
        assertThatThrownBy(() -> call.get(0, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> call.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(call.cancel(false)).isTrue();

        assertThat(call.isDone()).isTrue();
        assertThat(call.isCancelled()).isTrue();
        assertThat(call.cancel(true)).isFalse();
        assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> call.get(1, TimeUnit.DAYS)).isInstanceOf(CancellationException.class);
        ended(pool);
    }

    @Test
    default void a_call_that_runs_is_interrupted_when_it_is_cancelled_and_tidies_up() throws Exception {
        Path place = place();
        GridExecutor pool = executor(ExecutorOptions.usual());
        Future<Integer> call = pool.submit(TravellingCalls.tidying(place.toString()));
        await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(place.resolve("begun")));

        assertThat(call.cancel(true)).isTrue();

        await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(place.resolve("tidied")));
        ended(pool);
    }

    @Test
    default void what_never_began_is_returned_by_shutdown_now_and_can_be_run_here() throws Exception {
        Path go = place().resolve("go");
        GridExecutor pool = executor(NOWHERE);
        List<Task<Integer>> tasks = Collections.nCopies(
                Runtime.getRuntime().availableProcessors() + 40, TravellingCalls.until(go.toString(), 1));
        List<Future<Integer>> calls = new ArrayList<>();
        tasks.forEach(task -> calls.add(pool.submit(task)));

        List<Runnable> never = pool.shutdownNow();

        // Some have been sent, but no more than may wait on the server as long as nothing is known of them.
        assertThat(never).hasSizeGreaterThanOrEqualTo(24);
        assertThat(calls).allMatch(Future::isCancelled);
        assertThat(pool.isShutdown()).isTrue();
        assertThat(pool.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        Files.createFile(go);
        never.get(0).run();
    }

    @Test
    default void results_of_actions_are_what_was_given_for_them() throws Exception {
        GridExecutor pool = executor(ExecutorOptions.usual());
        Object mine = new Object();

        Future<Object> given = pool.submit(TravellingCalls.nothing(), mine);
        Future<?> nothing = pool.submit(TravellingCalls.nothing());

        assertThat(value(given)).isSameAs(mine);
        assertThat(value(nothing)).isNull();
        ended(pool);
    }
}
