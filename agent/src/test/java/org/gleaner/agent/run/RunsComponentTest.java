package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.agent.run.Attempts.shell;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.protocol.thread.Vigil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that holds tasks to their limits where the kernel does not. */
@Timeout(900)
final class RunsComponentTest {
    private final BlockingQueue<AttemptReport> ended = new LinkedBlockingQueue<>();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void a_bug_while_looking_at_what_tasks_use_does_not_end_their_limits(@TempDir Path root) throws Exception {
        Consumer<AgentInput> inbox = input -> {
            if (input instanceof AgentInput.AttemptFinished finished) {
                ended.add(finished.report());
            } else if (looks.incrementAndGet() == 1) {
                throw new IllegalStateException("a bug");
            }
        };
        Attempts attempts = new Attempts(root);
        try (Runs runs = new Runs(attempts.context(), inbox, Vigil.daemon("runs"))) {
            runs.startSampling();

            // Memory grows only after the look that failed.
            runs.start(
                    shell("sleep 1; head -c 300000000 /dev/zero | tail -c 299999999 | (sleep 50; cat >/dev/null)")
                            .needs(new Requirements(1, MemorySize.parse("60M")))
                            .start(),
                    false);

            AttemptReport report = ended.poll(300, TimeUnit.SECONDS);
            assertThat(report).isNotNull();
            assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
            assertThat(looks.get()).isGreaterThan(1);
            assertThat(runs.trouble())
                    .hasValueSatisfying(told -> assertThat(told).contains("failed", "1 time "));
        }
    }

    @Test
    void one_that_may_not_stand_still_for_long_and_waits_for_ever_is_ended(@TempDir Path root) throws Exception {
        Consumer<AgentInput> inbox = input -> {
            if (input instanceof AgentInput.AttemptFinished finished) {
                ended.add(finished.report());
            }
        };
        Attempts attempts = new Attempts(root);
        try (Runs runs = new Runs(attempts.context(), inbox, Vigil.daemon("runs"))) {
            runs.startSampling();

            runs.start(shell("sleep 600").start().expiring(Duration.ofSeconds(2)), false);

            AttemptReport report = ended.poll(300, TimeUnit.SECONDS);
            assertThat(report).isNotNull();
            assertThat(report.outcome()).isEqualTo(Outcome.TIMED_OUT);
            assertThat(report.detail()).startsWith("it made no progress for 2").endsWith("hardly used the processor");
        }
    }

    @Test
    void a_look_at_what_tasks_use_that_does_not_end_is_told(@TempDir Path root) throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CompletableFuture<Void> free = new CompletableFuture<>();
        Consumer<AgentInput> inbox = input -> {
            if (input instanceof AgentInput.UsageSampled) {
                stuck.countDown();
                free.join();
            } else if (input instanceof AgentInput.AttemptFinished finished) {
                ended.add(finished.report());
            }
        };
        Attempts attempts = new Attempts(root);
        try (Runs runs = new Runs(attempts.context(), inbox, Vigil.daemon("runs"))) {
            runs.startSampling();
            assertThat(runs.trouble(Duration.ZERO)).isEmpty();

            runs.start(shell("sleep 50").start(), false);
            assertThat(stuck.await(300, TimeUnit.SECONDS)).isTrue();

            assertThat(runs.trouble(Duration.ZERO))
                    .hasValueSatisfying(told -> assertThat(told).startsWith("limits are not enforced now"));
            assertThat(runs.trouble()).isEmpty();
            free.complete(null);
            runs.kill(Attempts.ATTEMPT, Duration.ZERO);
            assertThat(ended.poll(300, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void a_task_that_ran_is_not_blamed_when_the_agent_runs_out_of_memory(@TempDir Path root) throws Exception {
        Consumer<AgentInput> inbox = input -> {
            if (input instanceof AgentInput.AttemptFinished finished) {
                ended.add(finished.report());
            }
        };
        RunContext whole = new Attempts(root).context();
        RunContext small = new RunContext(
                whole.work(),
                whole.results(),
                whole.inputs(),
                whole.setups(),
                whole.table(),
                whole.surroundings(),
                whole.launcher(),
                whole.downloads(),
                whole.downloadPause(),
                whole.killGrace(),
                () -> {
                    throw new OutOfMemoryError("as if");
                },
                whole.confinement());
        try (Runs runs = new Runs(small, inbox, Vigil.daemon("runs"))) {
            runs.start(shell("echo done").start(), false);

            AttemptReport report = ended.poll(300, TimeUnit.SECONDS);
            assertThat(report).isNotNull();
            assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.EVICTED);
            assertThat(report.detail()).contains("ran out of memory");
        }
    }
}
