package org.gleaner.agent.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.core.id.AttemptId;
import org.jspecify.annotations.Nullable;

/** A process that was started for one attempt alone, and ends with it. */
record OwnProcess(
        Process leader,
        AttemptProcesses family,
        CompletableFuture<ProcessHandle> end,
        @Nullable ControlGroup group,
        EndedChildren endedChildren)
        implements RunningCommand {
    static OwnProcess start(
            TaskLaunch launch,
            RunContext context,
            AttemptId attempt,
            @Nullable ControlGroup group,
            EndedChildren endedChildren)
            throws IOException, InterruptedException {
        long since = context.table().now();
        Process leader = context.launcher().start(launch.builder(group));
        AttemptProcesses family = new AttemptProcesses(
                context.table(), leader, since, attempt, context.surroundings(), launch.wrapping());
        // Of the handle: where there are two processors or one, that of the process itself costs a thread.
        return new OwnProcess(leader, family, leader.toHandle().onExit(), group, endedChildren);
    }

    @Override
    public boolean isOver() {
        return end.isDone() || !leader.isAlive();
    }

    @Override
    public void disturb() {
        // It is nobody else's.
    }

    @Override
    public int code() throws InterruptedException {
        return leader.waitFor();
    }

    @Override
    public boolean endAll(Duration limit) {
        return family.killAll(group, limit);
    }

    @Override
    public Duration cpu() {
        return endedChildren.sinceLast();
    }
}
