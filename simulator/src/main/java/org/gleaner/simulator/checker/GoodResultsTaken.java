package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.message.CommitAnswer;

/**
 * A node deletes what the server does not want, so the server must want what it can use: a success of a task that is
 * open is accepted if its node has it, or had it until it was given up as lost, and it is not told to throw it away.
 */
public final class GoodResultsTaken implements Checker {
    /** Successes of the one command that is about to run which must be accepted. */
    private final TreeSet<AttemptId> wanted = new TreeSet<>();
    /** Who waits at which address for orders. */
    private final TreeMap<Long, NodeId> syncs = new TreeMap<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        wanted.clear();
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.Sync sync) {
                syncs.put(one.address().number(), sync.node());
            }
        }
        // With several commands in a batch an earlier one may settle what a later one brings.
        if (commands.size() != 1 || !(commands.get(0).command() instanceof Command.Commit commit)) {
            return;
        }
        Ledger.Node node = ledger.nodes().get(commit.node());
        if (node == null || node.incarnation() != commit.call().incarnation()) {
            return;
        }
        TreeSet<TaskId> tasks = new TreeSet<>();
        for (AttemptReport report : commit.call().reports()) {
            boolean complete = report.blobs().stream().noneMatch(commit.missing()::contains);
            if (tasks.add(report.attempt().task())
                    && report.outcome() == Outcome.DONE
                    && complete
                    && mayCount(ledger, commit.node(), report.attempt())) {
                wanted.add(report.attempt());
            }
        }
    }

    private static boolean mayCount(Ledger ledger, NodeId node, AttemptId attempt) {
        LedgerJob job = ledger.job(attempt.job());
        if (job == null || job.closed() || attempt.ordinal() > job.spec().tasks()) {
            return false;
        }
        if (job.stored(attempt.ordinal()).isFinal()) {
            return false;
        }
        LedgerJob.Live live = job.live().get(attempt);
        LedgerJob.Ended ended = job.ended(attempt);
        // What is known of attempts before these is forgotten, also that they were lost.
        boolean recent = job.highest(attempt.ordinal()) - attempt.number() < TaskRecord.REMEMBERED;
        boolean lost = ended != null
                && recent
                && ended.outcome() == Outcome.LOST
                && ended.node().equals(node);
        return lost || (live != null && live.node().equals(node));
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            NodeId node = syncs.remove(one.address().number());
            if (one.reply() instanceof Reply.Ordered ordered
                    && node != null
                    && batch.commands().size() <= 1) {
                ordered.content().release().forEach(attempt -> checkRelease(batch.ledger(), node, attempt));
            }
            if (one.reply() instanceof Reply.Committed committed) {
                for (CommitAnswer answer : committed.content().answers()) {
                    check(answer);
                }
            }
        }
    }

    private void checkRelease(Ledger ledger, NodeId node, AttemptId attempt) {
        if (mayCount(ledger, node, attempt)) {
            throw violation(node + " was told to throw away what it has of " + attempt + ", which is wanted");
        }
    }

    @Override
    public void crashed() {
        syncs.clear();
    }

    private void check(CommitAnswer answer) {
        if (wanted.contains(answer.attempt()) && answer.verdict() != CommitAnswer.Verdict.ACCEPTED) {
            throw violation("the success of " + answer.attempt() + " was answered " + answer.verdict());
        }
    }
}
