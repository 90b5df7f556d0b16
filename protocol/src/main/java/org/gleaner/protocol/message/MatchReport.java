package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.node.Mismatch;

/**
 * Which nodes could run a job that is not submitted.
 *
 * @param nodes all that are connected
 * @param fitting those of them that could run its tasks
 * @param away those that could run its tasks and are not connected
 * @param atOnce how many of its tasks the connected ones could run at once if they had nothing else to do
 * @param unknown what the job calls machines that none is called
 * @param misfits why the others can't; each of them is counted once
 * @param changes single changes to the job after which more nodes fit, the one that gains most first
 * @param objection why the job would be refused if it were submitted now; empty if nothing is known against it
 */
public record MatchReport(
        int tasks,
        int nodes,
        int fitting,
        int away,
        int atOnce,
        List<String> unknown,
        List<Misfit> misfits,
        List<Change> changes,
        String objection) {
    public MatchReport {
        unknown = List.copyOf(unknown);
        misfits = List.copyOf(misfits);
        changes = List.copyOf(changes);
    }

    /** @param detail one phrase for people, with figures */
    public record Misfit(Mismatch.Kind kind, int nodes, String detail) {}

    /** @param nodes how many more would fit */
    public record Change(int nodes, String detail) {}
}
