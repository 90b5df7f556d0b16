package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.BadAttributeValueExpException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gleaner.client.Gleaner;
import org.gleaner.client.child.PatientReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LocalExecutorTest {
    /** Not serialisable, and not reached through objects: calls in this JVM meet the test here. */
    private static volatile CountDownLatch started = new CountDownLatch(1);

    private static volatile CountDownLatch interrupted = new CountDownLatch(1);

    private final Gleaner grid = Gleaner.local();
    private final GridExecutor pool = grid.executor("test");

    record Point(int x, int y) implements Serializable {}

    /** An exception with something in it that can't travel. */
    static final class Odd extends Exception {
        private static final long serialVersionUID = 1;
        final Object thing = new Object();

        Odd() {
            super("odd " + 1);
        }
    }

    /** A task with something in it that can't travel. */
    static final class Heavy implements Task<Integer> {
        private static final long serialVersionUID = 1;
        private final List<Object> baggage = List.of(1, new Object());

        @Override
        public Integer call() {
            return baggage.size();
        }
    }

    @BeforeEach
    void begin() {
        started = new CountDownLatch(1);
        interrupted = new CountDownLatch(1);
    }

    @AfterEach
    void end() {
        grid.close();
    }

    private static int forEver() throws InterruptedException {
        started.countDown();
        try {
            new CountDownLatch(1).await();
            return 0;
        } catch (InterruptedException woken) {
            interrupted.countDown();
            throw woken;
        }
    }

    @Test
    void a_lambda_runs_and_its_result_comes_back() throws Exception {
        int six = 6;

        Future<Integer> answer = pool.submit(() -> six * 7);
        Future<Point> point = pool.submit(() -> new Point(six, 1));
        Future<?> nothing = pool.submit(() -> {});

        assertThat(answer.get()).isEqualTo(42);
        assertThat(point.get()).isEqualTo(new Point(6, 1));
        assertThat(nothing.get()).isNull();
    }

    @Test
    void a_call_works_on_a_copy_of_what_it_is_given() throws Exception {
        ArrayList<Integer> mine = new ArrayList<>(List.of(1));

        Future<List<Integer>> theirs = pool.submit(() -> {
            mine.add(2);
            return mine;
        });

        assertThat(theirs.get()).containsExactly(1, 2);
        assertThat(mine).containsExactly(1);
    }

    @Test
    void an_exception_comes_back_as_it_was_thrown_and_says_where() {
        Future<Integer> failed = pool.submit(() -> Integer.parseInt("seven"));

        assertThatThrownBy(failed::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("seven")
                .hasRootCauseInstanceOf(RanElsewhere.class)
                .hasRootCauseMessage("thrown in a thread of this JVM")
                .satisfies(thrown -> assertThat(thrown.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(LocalExecutorTest.class.getName())));
    }

    @Test
    void an_error_and_a_cancellation_that_a_call_throws_are_its_own() {
        Future<Object> error = pool.submit(() -> {
            throw new StackOverflowError("deep");
        });
        Future<Object> cancellation = pool.submit(() -> {
            throw new CancellationException("not mine");
        });

        assertThatThrownBy(error::get).hasCauseInstanceOf(StackOverflowError.class);
        assertThatThrownBy(cancellation::get).hasCauseInstanceOf(CancellationException.class);
        assertThat(cancellation.isCancelled()).isFalse();
    }

    @Test
    void an_exception_that_can_not_travel_comes_as_a_text() {
        Future<Object> failed = pool.submit(() -> {
            throw new Odd();
        });

        assertThatThrownBy(failed::get)
                .cause()
                .isInstanceOf(GridException.class)
                .hasMessageContaining("Odd: odd 1")
                .hasMessageContaining("LocalExecutorTest.java:");
    }

    @Test
    void a_result_that_can_not_travel_is_named() {
        Future<Object> failed = pool.submit(() -> Map.of("a", new Object()));

        assertThatThrownBy(failed::get)
                .cause()
                .isInstanceOf(GridException.class)
                .hasMessageContaining("java.lang.Object is not serialisable");
    }

    @Test
    void a_result_of_a_class_from_elsewhere_is_not_made_here() {
        Future<Object> failed = pool.submit(() -> new BadAttributeValueExpException("x"));

        assertThatThrownBy(failed::get)
                .cause()
                .isInstanceOf(GridException.class)
                .hasMessageContaining("javax.management.BadAttributeValueExpException is neither");
    }

    @Test
    void a_lambda_that_is_not_serialisable_is_refused_at_once_with_its_line_and_what_to_do() {
        ExecutorService plain = pool;

        assertThatThrownBy(() -> plain.submit(() -> 1))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageStartingWith("LocalExecutorTest.java:")
                .hasMessageContaining("Callable is not")
                .hasMessageContaining("Task<…>")
                .hasMessageContaining("GridExecutor");
    }

    @Test
    void futures_of_the_jdk_are_refused_with_what_does_the_same_here() {
        List<ThrowingCallable> ways = List.of(
                () -> CompletableFuture.supplyAsync(() -> 1, pool),
                () -> CompletableFuture.runAsync(() -> {}, pool),
                () -> new ExecutorCompletionService<Integer>(pool).submit(() -> 1),
                () -> pool.execute(new FutureTask<>(() -> 1)));

        assertThat(ways)
                .allSatisfy(way -> assertThatThrownBy(way)
                        .isInstanceOf(CannotTravelException.class)
                        .hasMessageStartingWith("LocalExecutorTest.java:")
                        .hasMessageContaining("It is a future of this program")
                        .hasMessageContaining("pool.async(…)")
                        .hasMessageContaining("pool.map(…)"));
        assertThatThrownBy(() -> CompletableFuture.completedFuture(1)
                        .thenApplyAsync(x -> x, pool)
                        .join())
                .hasRootCauseInstanceOf(CannotTravelException.class);
    }

    @Test
    void what_keeps_a_call_from_travelling_is_named() {
        Object lock = new Object();
        Integer number = Integer.valueOf(started.hashCode());

        assertThatThrownBy(() -> pool.submit(() -> lock.hashCode()))
                .isInstanceOf(CannotTravelException.class)
                .hasMessageContaining(
                        "The first variable the lambda captures, a java.lang.Object, is not serialisable.");
        assertThatThrownBy(() -> pool.submit(() -> pool.isShutdown()))
                .hasMessageContaining("The object around the lambda (it uses a field or method of it), a "
                        + LocalExecutorTest.class.getName() + ", is not serialisable.");
        assertThatThrownBy(() -> pool.submit(() -> number + lock.hashCode()))
                .hasMessageContaining("The second variable the lambda captures, a java.lang.Object,");
        assertThatThrownBy(() -> pool.submit(new Heavy()))
                .hasMessageContaining("Element 1 of the field baggage of " + Heavy.class.getName());
    }

    @Test
    void a_call_that_runs_is_interrupted_when_it_is_cancelled() throws Exception {
        Future<Integer> call = pool.submit(() -> forEver());
        started.await();

        assertThat(call.cancel(true)).isTrue();

        interrupted.await();
        assertThat(call.isCancelled()).isTrue();
        assertThat(call.cancel(true)).isFalse();
        assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void waiting_ends_in_time_and_the_call_goes_on() {
        Future<Integer> call = pool.submit(() -> forEver());

        assertThatThrownBy(() -> call.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(call.isDone()).isFalse();
    }

    @Test
    void all_are_invoked_and_done_when_that_returns() throws Exception {
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            tasks.add(() -> number * number);
        }

        List<Future<Integer>> squares = pool.invokeAll(tasks);

        assertThat(squares).hasSize(20).allMatch(Future::isDone);
        assertThat(squares.get(19).get()).isEqualTo(361);
    }

    @Test
    void what_is_not_done_in_time_is_cancelled() throws Exception {
        List<Task<Integer>> tasks = List.of(() -> forEver());

        List<Future<Integer>> futures = pool.invokeAll(tasks, 1, TimeUnit.MILLISECONDS);

        assertThat(futures).hasSize(1).allMatch(Future::isCancelled);
    }

    @Test
    void any_is_the_first_that_returns() throws Exception {
        List<Task<Integer>> tasks = List.of(() -> Integer.parseInt("x"), () -> 5);
        List<Task<Integer>> hopeless = List.of(() -> Integer.parseInt("x"), () -> Integer.parseInt("y"));

        assertThat(pool.invokeAny(tasks)).isEqualTo(5);
        assertThatThrownBy(() -> pool.invokeAny(hopeless)).hasCauseInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> pool.invokeAny(List.<Callable<Integer>>of()))
                .isInstanceOf(IllegalArgumentException.class);
        List<Task<Integer>> endless = List.of(() -> forEver());
        assertThatThrownBy(() -> pool.invokeAny(endless, 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void after_shutdown_nothing_is_taken_and_the_rest_is_done() throws Exception {
        Future<Integer> before = pool.submit(() -> 1);

        pool.shutdown();

        assertThatThrownBy(() -> pool.submit(() -> 2)).isInstanceOf(RejectedExecutionException.class);
        assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(pool.isTerminated()).isTrue();
        assertThat(before.get()).isEqualTo(1);
    }

    @Test
    void shutdown_now_stops_what_runs_and_returns_what_never_began() throws Exception {
        List<Future<Integer>> calls = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < processors + 3; i++) {
            calls.add(pool.submit(() -> forEver()));
        }
        started.await();

        List<Runnable> never = pool.shutdownNow();

        assertThat(never).hasSizeGreaterThanOrEqualTo(3);
        assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(calls).allMatch(Future::isCancelled);
    }

    @Test
    void a_result_given_in_advance_never_travels() throws Exception {
        Object mine = new Object();

        assertThat(pool.submit((Action) () -> {}, mine).get()).isSameAs(mine);
        assertThatThrownBy(() -> pool.submit((Runnable) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void what_an_action_throws_that_nobody_waits_for_is_told_to_whoever_handles_such() throws Exception {
        LinkedBlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> told.add(thrown));
        try {
            pool.execute(() -> Integer.parseInt("seven"));

            assertThat(told.poll(1, TimeUnit.MINUTES)).isInstanceOf(NumberFormatException.class);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void a_class_without_a_file_is_refused() throws Exception {
        byte[] bytes = LocalExecutorTest.class
                .getResourceAsStream("LocalExecutorTest$Point.class")
                .readAllBytes();
        ClassLoader noFiles = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        Constructor<?> maker = noFiles.loadClass(Point.class.getName()).getDeclaredConstructor(int.class, int.class);
        maker.setAccessible(true);
        Serializable made = (Serializable) maker.newInstance(1, 2);

        assertThatThrownBy(() -> pool.submit(() -> made.toString()))
                .isInstanceOf(CannotTravelException.class)
                .hasMessageContaining("Point was generated at run time");
    }

    /** What nobody comes to an end with reading. */
    record Endless() implements Task<Object> {
        @Override
        public Object call() {
            return new SlowToRead.Endless();
        }
    }

    @Test
    void a_result_that_takes_for_ever_to_read_fails_its_call_here_too() throws Exception {
        SlowToRead.Endless.hold();
        try (LocalExecutors hasty = new LocalExecutors(new PatientReader(outcome -> 0))) {
            Future<Object> endless =
                    hasty.executor("test", ExecutorOptions.usual()).submit(new Endless());

            assertThatThrownBy(() -> endless.get(2, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(GridException.class)
                    .hasMessageContaining("takes more than 0 s to read here");
        } finally {
            SlowToRead.Endless.letGo();
        }
    }
}
