package org.gleaner.agent.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.jspecify.annotations.Nullable;

/**
 * One around a command that serves: the first order starts it, and the shell hands it all others. While it lives,
 * nothing is written where it could write; it empties its own directories.
 */
final class ServingShell implements RunnerShell {
    /** It takes longer to start, and tasks for it come one by one; but it holds memory. */
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(5);

    private static final Duration MOST_PATIENCE = Duration.ofSeconds(30);
    /** What has worked for seconds has compiled what it does, which the next one would have to do again. */
    private static final int TIMES_WORKED = 10;

    private final RunnerFiles files;
    private final Room room;
    private boolean started;

    ServingShell(Runner.Place place, @Nullable Bubblewrap sandbox) throws IOException {
        Workspace workspace = place.workspace();
        this.room = place.room();
        this.files = new RunnerFiles(workspace, List.of(workspace.own()), sandbox);
    }

    @Override
    public String lines() {
        return RunnerScript.servingLines();
    }

    /** Its command gets nothing from it any more, once it was started. */
    @Override
    public void settle(Process leader) {}

    /** Only what is the task's own; the rest lies there since before the command began. */
    @Override
    public Room room(Preparation preparation) throws IOException, NotStartable, InterruptedException {
        preparation.layOwn();
        return room;
    }

    @Override
    public void put(TaskLaunch launch) throws IOException {
        if (!started) {
            files.put(launch.forServing());
            started = true;
        }
    }

    @Override
    public boolean isAnswer(int number, int order) {
        return number == order || number == RunnerAnswer.CURRENT;
    }

    /** The task's process is the one of those before it, with what these have used. */
    @Override
    public AttemptProcesses.Wrapping wrapping(Set<Long> own, Duration ended) {
        return new AttemptProcesses.Wrapping(true, own, ended);
    }

    @Override
    public Duration cpu(List<ProcessTable.Entry> entries, Set<Long> own, @Nullable AttemptProcesses last) {
        return last == null ? ProcessTable.cpu(entries, own) : last.cpu(entries);
    }

    /** Its command is one more process, and has as many threads as it likes. */
    @Override
    public boolean isAlone(ControlGroup group, int own) {
        return group.count() <= own + 1;
    }

    @Override
    public boolean isFreshAgain() throws IOException {
        return files.areFreshAgain();
    }

    @Override
    public Duration patience(Duration worked) {
        Duration worth = worked.multipliedBy(TIMES_WORKED);
        if (worth.compareTo(LEAST_PATIENCE) < 0) {
            return LEAST_PATIENCE;
        }
        return worth.compareTo(MOST_PATIENCE) < 0 ? worth : MOST_PATIENCE;
    }

    /** It need not be asked. With the first process in it the sandbox ends, and then what is around it. */
    @Override
    public void end(Process leader) {
        leader.children().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
