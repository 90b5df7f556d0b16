package org.gleaner.agent.run;

import java.io.Closeable;
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
 * What the shell of a runner does with an order: it starts a command for each, or hands it to a command that goes on
 * with one task after the other. Used as its runner is, by one attempt at a time; {@link #isAnswer} by any thread.
 */
sealed interface RunnerShell extends Closeable permits StartingShell, ServingShell {
    /**
     * That for attempts of this kind; gives the tasks what they own.
     *
     * @param sandbox none: nothing is between them and the agent
     */
    static RunnerShell of(RunnerKind kind, Runner.Place place, @Nullable Bubblewrap sandbox) throws IOException {
        return kind.serves()
                ? new ServingShell(place, sandbox)
                : new StartingShell(place.workspace(), kind.workplace().network(), sandbox);
    }

    /** Its own lines. */
    String lines();

    /** Looks at what all tasks shall find, when it takes orders and has not got any. */
    void settle(Process leader) throws IOException;

    /** Lays the task's files where it finds them. */
    Room room(Preparation preparation) throws IOException, NotStartable, InterruptedException;

    /** Puts down what is to be done with the next order. */
    void put(TaskLaunch launch) throws IOException;

    /** Whether this number is an answer to the order. */
    boolean isAnswer(int number, int order);

    /**
     * What is between the agent and the processes of the next task.
     *
     * @param own the runner's own processes
     * @param ended CPU time of all in it that has ended
     */
    AttemptProcesses.Wrapping wrapping(Set<Long> own, Duration ended);

    /**
     * CPU time of the runner while no task runs.
     *
     * @param last processes of the latest task, if there was one
     */
    Duration cpu(List<ProcessTable.Entry> entries, Set<Long> own, @Nullable AttemptProcesses last);

    /**
     * Whether there are not more in its group than there may be between tasks.
     *
     * @param own how many processes the runner itself has
     */
    boolean isAlone(ControlGroup group, int own);

    /** Makes what tasks share what it was for the first one; false if that can't be, or somebody changed it. */
    boolean isFreshAgain() throws IOException;

    /**
     * So long it waits for more of its job, as the next lane may be on its way.
     *
     * @param worked how long it has worked by now
     */
    Duration patience(Duration worked);

    /** Sees to it that the runner ends, which gets no more orders. */
    void end(Process leader);
}
