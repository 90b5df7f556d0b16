package org.gleaner.core.ahead;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Command;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.SyncReport;

/** What the agents of a virtual pool say to the grid. */
final class AgentCalls {
    /** No call ends by itself. */
    private static final Duration PATIENCE = Duration.ofDays(3650);

    private AgentCalls() {}

    static Command.Sync sync(VirtualMachine machine) {
        return new Command.Sync(
                machine.id(),
                new SyncReport(machine.incarnation, machine.sequence, machine.holds(), machine.capacity, 0, PATIENCE));
    }

    /** Nothing to report but that the machine is there. */
    static Command stillHere(VirtualMachine machine) {
        return new Command.Commit(machine.id(), new CommitCall(machine.incarnation, List.of(), false), List.of());
    }

    static Command success(VirtualMachine machine, AttemptId attempt, long millis, boolean wantsWork) {
        Duration run = Duration.ofMillis(millis);
        AttemptReport report = new AttemptReport(
                attempt, Outcome.DONE, 0, "", new Usage(run, run, MemorySize.ZERO), Outputs.NONE, null, null, "");
        return new Command.Commit(
                machine.id(), new CommitCall(machine.incarnation, List.of(report), wantsWork), List.of());
    }
}
