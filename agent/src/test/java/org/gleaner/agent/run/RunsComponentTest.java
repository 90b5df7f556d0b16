package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.agent.run.Attempts.shell;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
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
@Timeout(60)
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
            runs.start(shell("sleep 1; head -c 300000000 /dev/zero | tail -c 299999999 | (sleep 50; cat >/dev/null)")
                    .needs(new Requirements(1, MemorySize.parse("60M")))
                    .start());

            AttemptReport report = ended.poll(40, TimeUnit.SECONDS);
            assertThat(report).isNotNull();
            assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
            assertThat(looks.get()).isGreaterThan(1);
        }
    }
}
