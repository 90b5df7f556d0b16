package org.gleaner.agent.run;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gleaner.agent.machine.ProcessTable;

/** Ends the processes that carry this agent's marker: those of an earlier life, or at the very end all. */
public final class Leftovers {
    private final ProcessTable table;
    private final String variable;

    public Leftovers(ProcessTable table, String marker) {
        this.table = table;
        this.variable = TaskCommand.agentVariable(marker);
    }

    /** Kills until none is left or the time is over; returns how many there were at first. */
    public int kill(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        int first = killOnce();
        for (int left = first; left > 0 && System.nanoTime() - end < 0; left = killOnce()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return first;
    }

    private int killOnce() {
        long self = ProcessHandle.current().pid();
        int found = 0;
        for (ProcessTable.Entry entry : table.read()) {
            if (entry.pid() != self && table.carries(entry.pid(), variable)) {
                ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly);
                found++;
            }
        }
        return found;
    }
}
