package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same in a real sandbox. */
abstract class SharedSandbox extends SharedRunner {
    Confinement sandboxed;
    private final BlockingQueue<AttemptReport> reports = new LinkedBlockingQueue<>();

    @BeforeEach
    final void create(@TempDir Path directory) throws Exception {
        root = directory;
        sandboxed = SandboxComponentTest.sandboxed(directory, Fence.DEFAULT);
        use(sandboxed);
    }

    final void useGroups() throws IOException {
        useGroups(sandboxed.sandbox());
    }

    final Runs runs() {
        return new Runs(attempts.context(), this::take, Vigil.daemon("runs"));
    }

    private void take(AgentInput input) {
        if (input instanceof AgentInput.AttemptFinished finished) {
            reports.add(finished.report());
        }
    }

    /** @param more whether others are said to come */
    final AttemptReport next(Runs runs, Attempts.Task task, boolean more) throws InterruptedException {
        runs.start(order(task), more);
        return report();
    }

    /** The end of what was started. */
    final AttemptReport report() throws InterruptedException {
        AttemptReport report = reports.poll(300, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        return report;
    }

    final Path file(AttemptReport report, @Nullable ResultFile file) {
        assertThat(file).isNotNull();
        return attempts.results.file(report.attempt(), file.hash());
    }
}
