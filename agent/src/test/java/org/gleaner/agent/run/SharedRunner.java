package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.ControlGroups;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.Owner;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Where attempts of one job follow each other with real processes, for tests. */
abstract class SharedRunner {
    Path root;
    Attempts attempts;
    Runners runners;
    private @Nullable ControlGroups groups;
    private int number;

    @AfterEach
    final void close() {
        runners.close();
        if (groups != null) {
            ControlGroups.cleanUp(groups.roots());
        }
    }

    final void use(Confinement confinement) throws IOException {
        attempts = new Attempts(root, false, confinement);
        runners = new Runners(attempts.context(), Vigil.daemon("runners"));
    }

    /** From now on the kernel counts what attempts take. */
    final void useGroups(@Nullable Bubblewrap sandbox) throws IOException {
        String name = "gleaner-test-" + getClass().getSimpleName() + "-" + pid();
        try {
            ControlGroups open = ControlGroups.open(
                    Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"), name, ControlGroups.Weight.LOWEST);
            groups = open;
            use(new Confinement(sandbox, open, null, List.of(), List.of(root)));
        } catch (ControlGroups.NoGroups none) {
            assumeThat(true).as("no control groups here: " + none.getMessage()).isFalse();
        }
    }

    static long pid() {
        return ProcessHandle.current().pid();
    }

    final AttemptReport run(Attempts.Task task) throws InterruptedException {
        return prepare(task).run();
    }

    final AttemptReport run(Attempts.Task task, @Nullable Owner owner) throws InterruptedException {
        return attempts.inLane(task, ++number, owner, runners).run();
    }

    final AttemptRun prepare(Attempts.Task task) {
        return attempts.inLane(task, ++number, null, runners);
    }

    /** The order for the next one. */
    final Start order(Attempts.Task task) {
        return attempts.inLane(task, ++number);
    }

    static boolean isStarted(AttemptRun run) {
        Written written = run.written();
        return written != null && Files.exists(written.files().resolve("started"));
    }

    static CompletableFuture<AttemptReport> inBackground(AttemptRun run) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run.run();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }

    static String text(@Nullable ResultFile file) {
        assertThat(file).isNotNull();
        String inline = file.inline();
        assertThat(inline).isNotNull();
        return new String(Base64.getDecoder().decode(inline), StandardCharsets.UTF_8);
    }
}
