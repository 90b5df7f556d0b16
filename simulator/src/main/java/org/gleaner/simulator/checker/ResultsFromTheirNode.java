package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of another's attempt changes nothing: results and files come from the node that has the attempt, or
 * had it until it was given up, and whoever speaks of what it never had is told that nobody knows it.
 */
public final class ResultsFromTheirNode implements Checker {
    private record Said(NodeId node, AttemptId attempt) {}

    private final Set<Said> reports = new HashSet<>();
    private final Set<Said> partials = new HashSet<>();
    /** Attempts of others that live, reported by the one command that is about to run. */
    private final Set<AttemptId> foreign = new HashSet<>();
    /** Attempts that can't have the files they take, as the server itself finds. */
    private final Set<AttemptId> unstartable = new HashSet<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        reports.clear();
        partials.clear();
        foreign.clear();
        unstartable.clear();
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.Commit commit) {
                for (AttemptReport report : commit.call().reports()) {
                    reports.add(new Said(commit.node(), report.attempt()));
                    NodeId holder = holder(ledger, report.attempt());
                    // With several commands in a batch another one may give it to whoever reports it.
                    if (commands.size() == 1 && holder != null && !holder.equals(commit.node())) {
                        foreign.add(report.attempt());
                    }
                }
            } else if (one.command() instanceof Command.TakeFiles take) {
                take.starts().stream()
                        .filter(start -> !start.obstacle().isEmpty())
                        .forEach(start -> unstartable.add(start.attempt()));
            } else if (one.command() instanceof Command.KeepPartial partial) {
                partials.add(new Said(partial.node(), partial.call().attempt()));
            }
        }
    }

    private static @Nullable NodeId holder(Ledger ledger, AttemptId attempt) {
        LedgerJob job = ledger.job(attempt.job());
        LedgerJob.Live live = job == null ? null : job.live().get(attempt);
        return live == null ? null : live.node();
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptEnded end
                && !mayBeTheServersWord(end.report().outcome())
                && !unstartable.contains(end.attempt())) {
            if (!reports.contains(new Said(end.node(), end.attempt()))) {
                throw violation(end.node() + " has not said that " + end.attempt() + " ended: " + end);
            }
        } else if (event instanceof GridEvent.PartialKept kept) {
            NodeId holder = holder(before, kept.attempt());
            if (holder == null || !partials.contains(new Said(holder, kept.attempt()))) {
                throw violation(holder + " has " + kept.attempt() + " and has sent no files of it: " + kept);
            }
        }
    }

    /** The server ends attempts by itself when their node is silent, starts anew, or has stopped them as told. */
    private static boolean mayBeTheServersWord(Outcome outcome) {
        return outcome == Outcome.LOST || outcome == Outcome.RETURNED || outcome == Outcome.STOPPED;
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            if (one.reply() instanceof Reply.Committed committed) {
                for (CommitAnswer answer : committed.content().answers()) {
                    if (foreign.contains(answer.attempt())
                            && answer.verdict() != CommitAnswer.Verdict.UNKNOWN
                            && answer.verdict() != CommitAnswer.Verdict.LATER) {
                        throw violation("a report on another's " + answer.attempt() + " was answered " + answer);
                    }
                }
            }
        }
    }
}
