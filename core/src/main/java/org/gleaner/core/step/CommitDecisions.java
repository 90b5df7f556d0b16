package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.open.Charging;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Probation;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Decides commits: the one place where a result becomes the task's result. The first valid commit of a task stands for
 * ever; the same report again gets the same answer; all else is settled without it.
 */
final class CommitDecisions {
    private final Roster roster;
    private final Instant now;
    private final List<GridEvent> events = new ArrayList<>();
    private final Set<NodeId> toWake = new TreeSet<>();
    /** What fails by this call, which the state does not know yet. */
    private final Map<JobId, Integer> failing = new TreeMap<>();

    private final List<AttemptId> unproven = new ArrayList<>();

    CommitDecisions(Roster roster, Instant now) {
        this.roster = roster;
        this.now = now;
    }

    Decision commit(Address address, Command.Commit command) {
        Rejection stale = NodeDecisions.checkIncarnation(
                roster, command.node(), command.call().incarnation());
        if (stale != null) {
            return new Decision.Refused(stale);
        }
        GridNode node = roster.nodes().node(command.node());
        events.add(new SoftEvent.NodeAlive(node.id(), now));
        Obstacles obstacles = new Obstacles(new TreeSet<>(command.missing()), command.cramped());
        Set<TaskId> seen = new TreeSet<>();
        List<CommitAnswer> answers = new ArrayList<>();
        for (AttemptReport report : command.call().reports()) {
            // Each report is decided on the state before the call, so a task can only be in it once.
            answers.add(
                    seen.add(report.attempt().task())
                            ? answer(node, report, obstacles)
                            : CommitAnswer.of(report.attempt(), Verdict.LATER));
        }
        if (command.cramped() && !answers.isEmpty() && answers.stream().allMatch(CommitDecisions::isLater)) {
            // So that its node asks less and less often, and says why its results wait.
            Reply full = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN, true);
            return new Decision.Accepted(events, List.of(new AddressedReply(address, full)), List.of());
        }
        List<Piece> then = new ArrayList<>();
        toWake.forEach(one -> then.add(new Piece.Wake(one)));
        if (command.call().wantsWork()) {
            then.add(new Piece.Fill(node.id()));
        }
        then.add(new Piece.AnswerCommit(
                node.id(), address, answers, unproven, command.call().wantsWork()));
        return new Decision.Accepted(events, List.of(), then);
    }

    /** What can't start is over before its node hears of it: no node could do better. */
    Decision take(Address address, Command.TakeFiles command) {
        List<AttemptId> withheld = new ArrayList<>();
        Set<JobId> named = new TreeSet<>();
        Set<TaskId> seen = new TreeSet<>();
        for (Command.Taking one : command.starts()) {
            OpenJob job = roster.jobs().get(one.attempt().job());
            if (job != null && !one.files().isEmpty()) {
                events.add(new GridEvent.FilesTaken(job.id(), one.files()));
                named.add(job.id());
            }
            LiveAttempt live = job == null ? null : job.live(one.attempt());
            Resumption resumption = one.resumption();
            if (job == null || live == null || !seen.add(one.attempt().task())) {
                if (resumption != null) {
                    withheld.add(one.attempt());
                }
                continue;
            }
            GridNode node = roster.nodes().node(live.node());
            if (!one.obstacle().isEmpty()) {
                AttemptReport report = AttemptReport.bare(one.attempt(), Outcome.INPUT_LOST, one.obstacle());
                events.add(Charging.end(job, report, node.id(), now));
                withheld.add(one.attempt());
            } else if (one.inputs() > NodeFacts.MOST_FILES_IN_0_1
                    && !node.facts().takesManyFiles()) {
                AttemptReport report = AttemptReport.bare(
                        one.attempt(), Outcome.NOT_STARTABLE, KeptText.oldAgent(NodeFacts.MOST_FILES_IN_0_1));
                events.add(Charging.end(job, report, node.id(), now));
                judge(job, node, Outcome.NOT_STARTABLE);
                withheld.add(one.attempt());
            } else if (resumption != null) {
                events.add(new GridEvent.AttemptResumed(one.attempt(), resumption));
            }
        }
        return new Decision.Accepted(
                events,
                List.of(new AddressedReply(address, new Reply.FilesTaken(withheld, List.copyOf(named)))),
                List.of());
    }

    /**
     * Kept while the attempt lives on this node; it changes nothing but what people can look at. Of copies only the
     * oldest is heard, or files of several would be mixed.
     */
    Decision keepPartial(Address address, Command.KeepPartial command) {
        PartialCall call = command.call();
        Rejection stale = NodeDecisions.checkIncarnation(roster, command.node(), call.incarnation());
        if (stale != null) {
            return new Decision.Refused(stale);
        }
        OpenJob job = roster.jobs().get(call.attempt().job());
        LiveAttempt live = job == null ? null : job.live(call.attempt());
        boolean wanted = job != null
                && live != null
                && live.node().equals(command.node())
                && job.live(call.attempt().ordinal()).iterator().next().equals(live)
                && !job.states().of(call.attempt().ordinal()).isFinal();
        List<BlobHash> missing = wanted ? command.missing() : List.of();
        boolean kept = wanted && missing.isEmpty();
        if (kept) {
            events.add(new GridEvent.PartialKept(call.attempt(), call.files(), call.gone(), now));
        }
        return new Decision.Accepted(
                events,
                List.of(new AddressedReply(address, new Reply.PartialTaken(new PartialAnswer(kept, missing)))),
                List.of());
    }

    static Decision answerCommit(Roster roster, Piece.AnswerCommit command) {
        GridNode node = roster.nodes().node(command.node());
        CommitReply reply =
                new CommitReply(command.answers(), command.wantsWork() ? NodeOrders.starts(roster, node) : List.of());
        List<GridEvent> told = command.wantsWork() ? List.of(new SoftEvent.StartsTold(node.id())) : List.of();
        return new Decision.Accepted(
                told,
                List.of(new AddressedReply(command.address(), new Reply.Committed(reply, command.unproven()))),
                List.of());
    }

    private static boolean isLater(CommitAnswer answer) {
        return answer.verdict() == Verdict.LATER;
    }

    /** What keeps a report that is wanted from being recorded now. */
    private record Obstacles(Set<BlobHash> missing, boolean cramped) {
        /** What its node is told; null: nothing keeps it. */
        @Nullable
        CommitAnswer to(AttemptReport report) {
            List<BlobHash> lacking = missing.isEmpty()
                    ? List.of()
                    : report.blobs().stream()
                            .filter(missing::contains)
                            .distinct()
                            .limit(CommitAnswer.MOST_MISSING)
                            .toList();
            if (!lacking.isEmpty()) {
                return new CommitAnswer(report.attempt(), Verdict.MISSING_BLOBS, lacking);
            }
            return cramped ? CommitAnswer.of(report.attempt(), Verdict.LATER) : null;
        }
    }

    private CommitAnswer answer(GridNode node, AttemptReport report, Obstacles obstacles) {
        AttemptId attempt = report.attempt();
        OpenJob job = roster.jobs().get(attempt.job());
        if (job == null) {
            boolean closed = attempt.job().compareTo(roster.jobs().next()) < 0;
            return closed ? unproven(attempt, Verdict.DISCARD) : CommitAnswer.of(attempt, Verdict.UNKNOWN);
        }
        if (attempt.ordinal() > job.states().size()) {
            return CommitAnswer.of(attempt, Verdict.UNKNOWN);
        }
        LiveAttempt live = job.live(attempt);
        if (live != null && !live.node().equals(node.id())) {
            return CommitAnswer.of(attempt, Verdict.UNKNOWN);
        }
        TaskState task = job.states().of(attempt.ordinal());
        if (task.isFinal()) {
            if (live == null) {
                return unproven(attempt, settled(job, report));
            }
            AttemptReport stopped = AttemptReport.bare(attempt, Outcome.STOPPED, KeptText.SETTLED);
            events.add(Charging.end(job, stopped, node.id(), now));
            return CommitAnswer.of(attempt, settled(job, report));
        }
        if (live != null) {
            return end(job, node, live, report, obstacles);
        }
        return late(job, node, report, obstacles);
    }

    private CommitAnswer unproven(AttemptId attempt, Verdict verdict) {
        unproven.add(attempt);
        return CommitAnswer.of(attempt, verdict);
    }

    /** The task is done or cancelled: its own accepted report again, or one that nobody needs. */
    private static Verdict settled(OpenJob job, AttemptReport report) {
        AcceptedRow accepted = job.accepted().get(report.attempt().ordinal());
        if (accepted == null || accepted.attempt() != report.attempt().number()) {
            return Verdict.DISCARD;
        }
        return accepted.digest() == report.digest() ? Verdict.ACCEPTED : Verdict.CONFLICT;
    }

    private CommitAnswer end(OpenJob job, GridNode node, LiveAttempt live, AttemptReport report, Obstacles obstacles) {
        CommitAnswer notYet = obstacles.to(report);
        if (notYet != null) {
            return notYet;
        }
        AttemptReport believed = believed(job, report, node);
        int more = failing.getOrDefault(job.id(), 0);
        if (new Probation(roster, now).excuses(node, job, report.outcome(), more)) {
            events.add(Charging.excuse(job, believed, node.id(), now));
        } else {
            events.add(Charging.end(job, believed, node.id(), now));
        }
        if (report.outcome() != Outcome.DONE && report.outcome().isFinished()) {
            failing.merge(job.id(), 1, Integer::sum);
        }
        if (!live.outdated()) {
            judge(job, node, report.outcome());
        }
        if (report.outcome() == Outcome.DONE) {
            stopCopies(job, report.attempt());
        }
        return CommitAnswer.of(report.attempt(), Verdict.ACCEPTED);
    }

    /** What the end says of the job's recipe on this node: only that of an attempt with the job's files of today. */
    private void judge(OpenJob job, GridNode node, Outcome outcome) {
        if (outcome == Outcome.NOT_STARTABLE) {
            events.addAll(Refusals.refused(node, job.recipe(), now));
        } else if (outcome == Outcome.DONE && node.refusals().containsKey(job.recipe())) {
            events.add(new GridEvent.RecipeTrusted(node.id(), job.recipe()));
        }
    }

    private CommitAnswer late(OpenJob job, GridNode node, AttemptReport report, Obstacles obstacles) {
        AttemptId attempt = report.attempt();
        if (attempt.number() > job.record(attempt.ordinal()).attempts()) {
            return CommitAnswer.of(attempt, Verdict.UNKNOWN);
        }
        EndedAttempt ended = job.record(attempt.ordinal()).ended(attempt.number());
        if (ended == null) {
            return unproven(attempt, Verdict.DISCARD);
        }
        if (!ended.node().equals(node.id())) {
            return CommitAnswer.of(attempt, Verdict.UNKNOWN);
        }
        if (NodeOrders.givenUp(job, node, attempt) == null) {
            boolean same = ended.digest() == report.digest();
            return CommitAnswer.of(attempt, same ? Verdict.ACCEPTED : Verdict.CONFLICT);
        }
        CommitAnswer notYet = obstacles.to(report);
        if (notYet != null) {
            return notYet;
        }
        events.add(Charging.late(job, believed(job, report, node), node.id(), now));
        if (report.outcome() == Outcome.DONE) {
            stopCopies(job, attempt);
        }
        return CommitAnswer.of(attempt, Verdict.ACCEPTED);
    }

    /** Whatever its node says, no run is longer than the time since the node was given the attempt. */
    private AttemptReport believed(OpenJob job, AttemptReport report, GridNode node) {
        Duration longest =
                Duration.between(Charging.since(job, report.attempt()), now).abs();
        return report.with(report.usage().within(longest, node.facts().cores()));
    }

    private void stopCopies(OpenJob job, AttemptId winner) {
        for (LiveAttempt copy : job.live(winner.ordinal())) {
            if (!copy.id().equals(winner)) {
                toWake.add(copy.node());
            }
        }
    }
}
