package org.gleaner.agent.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.jspecify.annotations.Nullable;

/** One that starts a command for each order and, when that has ended, sees to it that nobody is left of it. */
final class StartingShell implements RunnerShell {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RunnerFiles files;
    private final boolean sandboxed;
    private final boolean ownNetwork;
    private @Nullable Inheritance inheritance;

    StartingShell(Workspace workspace, boolean network, @Nullable Bubblewrap sandbox) throws IOException {
        this.sandboxed = sandbox != null;
        this.ownNetwork = sandboxed && !network;
        this.files = new RunnerFiles(workspace, List.of(workspace.files(), workspace.temporary()), sandbox);
    }

    @Override
    public String lines() {
        return sandboxed ? RunnerScript.lines() : RunnerScript.openLines();
    }

    @Override
    public void settle(Process leader) throws IOException {
        inheritance = new Inheritance(last(leader), ownNetwork);
    }

    /** Before it runs anything each of the runner's processes has one child, and the last one is the shell. */
    private static long last(Process leader) {
        ProcessHandle last = leader.toHandle();
        Optional<ProcessHandle> below = last.children().findFirst();
        while (below.isPresent()) {
            last = below.get();
            below = last.children().findFirst();
        }
        return last.pid();
    }

    @Override
    public Room room(Preparation preparation) throws IOException, NotStartable, InterruptedException {
        return preparation.room();
    }

    @Override
    public void put(TaskLaunch launch) throws IOException {
        files.put(launch.forRunner());
    }

    @Override
    public boolean isAnswer(int number, int order) {
        return number == order;
    }

    /** What the task has was not there before. */
    @Override
    public AttemptProcesses.Wrapping wrapping(Set<Long> own, Duration ended) {
        return new AttemptProcesses.Wrapping(sandboxed, own, Duration.ZERO);
    }

    /** With all that its processes have waited for. */
    @Override
    public Duration cpu(List<ProcessTable.Entry> entries, Set<Long> own, @Nullable AttemptProcesses last) {
        return ProcessTable.cpu(entries, own);
    }

    /** Its own have one thread each, and threads are counted already. */
    @Override
    public boolean isAlone(ControlGroup group, int own) {
        return group.threads() <= own;
    }

    @Override
    public boolean isFreshAgain() throws IOException {
        return inheritance != null && inheritance.isUntouched() && files.areFreshAgain();
    }

    @Override
    public Duration patience(Duration worked) {
        return PATIENCE;
    }

    /** It ends by itself, as it reads that there are no more orders. */
    @Override
    public void end(Process leader) {}

    @Override
    public void close() throws IOException {
        if (inheritance != null) {
            inheritance.close();
        }
        files.close();
    }
}
