package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.agent.Holding.Phase;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;

/**
 * What the agent does with attempts: queue, run, kill, keep, upload, make ready for commit, forget. Orders may repeat;
 * those that take {@code out} say whether anything changed. Confined to {@link AgentLogic}.
 */
final class Workbench {
    /** A single report that the server refuses so often is replaced by one without content. */
    private static final int REFUSALS_UNTIL_BARE = 3;

    private static final int REFUSALS_UNTIL_FORGOTTEN = 6;

    /** All that anybody but this machine learns: not who, nor why. */
    private static final String NEEDED = "the machine is needed by its owner";

    /** Characters of a report or a file that have always the same length, generously. */
    private static final int PER_ITEM = 250;

    private final AgentPolicy policy;
    private final Holdings holdings;
    private boolean stopping;
    private boolean welcome = true;
    private Duration killGrace = Duration.ZERO;

    Workbench(AgentPolicy policy) {
        this.policy = policy;
        holdings = new Holdings(policy.remembered());
    }

    Holdings holdings() {
        return holdings;
    }

    void killGrace(Duration grace) {
        killGrace = grace;
    }

    /** Results of an earlier life. Their blobs may be on the server already; its answer to the commit tells. */
    void found(List<AttemptReport> kept, Instant now) {
        for (AttemptReport report : kept) {
            holdings.add(Holding.ready(report, true, now));
        }
    }

    boolean start(List<Start> starts, Capacity capacity, Instant now) {
        boolean changed = false;
        for (Start start : starts) {
            AttemptId attempt = start.attempt();
            if (holdings.get(attempt) != null) {
                continue;
            }
            changed = true;
            if (holdings.hadBefore(attempt)) {
                confirm(AttemptReport.bare(attempt, Outcome.RETURNED, "it was here before and has ended"), now);
            } else if (stopping) {
                confirm(AttemptReport.bare(attempt, Outcome.RETURNED, "the agent is stopping"), now);
            } else if (!welcome) {
                confirm(AttemptReport.bare(attempt, Outcome.RETURNED, NEEDED), now);
            } else if (holdings.size() >= policy.mostHeld()) {
                confirm(AttemptReport.bare(attempt, Outcome.RETURNED, "the agent holds too many attempts"), now);
            } else if (!capacity.fits(start.spec().needs())) {
                confirm(AttemptReport.bare(attempt, Outcome.RETURNED, "it does not fit on this node"), now);
            } else {
                holdings.add(Holding.queued(start));
            }
        }
        return changed;
    }

    boolean stop(List<AttemptId> attempts, Instant now, List<AgentEffect> out) {
        boolean changed = false;
        for (AttemptId attempt : attempts) {
            Holding holding = holdings.get(attempt);
            if (holding != null) {
                changed |= stop(holding, killGrace, now, out) || hasten(holding, now);
            } else if (!holdings.hadBefore(attempt)) {
                confirm(AttemptReport.bare(attempt, Outcome.STOPPED, "it is not on this node"), now);
                changed = true;
            }
        }
        return changed;
    }

    /** The server needs none of these any more. */
    boolean release(List<AttemptId> attempts, Instant now, List<AgentEffect> out) {
        boolean changed = false;
        for (AttemptId attempt : attempts) {
            Holding holding = holdings.get(attempt);
            if (holding != null && (holding.isFinished() || holding.phase == Phase.QUEUED)) {
                forget(attempt, out);
                changed = true;
            } else if (holding != null) {
                changed |= stop(holding, killGrace, now, out);
            }
        }
        return changed;
    }

    boolean report(List<AttemptId> attempts, Instant now) {
        boolean changed = false;
        for (AttemptId attempt : attempts) {
            Holding holding = holdings.get(attempt);
            changed |= holding != null && hasten(holding, now);
        }
        return changed;
    }

    /** Everything goes back: nothing is started any more. */
    void stopAll(Duration grace, Instant now, List<AgentEffect> out) {
        stopping = true;
        for (Holding holding : List.copyOf(holdings.all())) {
            if (holding.phase == Phase.KILLING) {
                out.add(new AgentEffect.KillProcess(holding.attempt, grace));
            } else {
                stop(holding, grace, now, out);
            }
            hasten(holding, now);
        }
    }

    /** Tasks are no longer welcome here: what runs stands still, what waits goes back at once. */
    void suspendAll(Instant now, List<AgentEffect> out) {
        welcome = false;
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.QUEUED) {
                holding.becomes(AttemptReport.bare(holding.attempt, Outcome.RETURNED, NEEDED), now);
            } else if (holding.phase == Phase.RUNNING) {
                holding.suspended = true;
                out.add(new AgentEffect.SuspendProcess(holding.attempt));
            }
        }
    }

    void resumeAll(List<AgentEffect> out) {
        welcome = true;
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.RUNNING && holding.suspended) {
                holding.suspended = false;
                out.add(new AgentEffect.ResumeProcess(holding.attempt));
            }
        }
    }

    /** What is suspended ends, so that its memory is free. */
    void evictAll(List<AgentEffect> out) {
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.RUNNING && holding.suspended) {
                holding.evicted = true;
                kill(holding, policy.evictGrace(), out);
            }
        }
    }

    /** The server knows us under a new name: what we hold is another's, and its ids may mean something else here. */
    void orphanAll(List<AgentEffect> out) {
        for (Holding holding : List.copyOf(holdings.all())) {
            if (holding.isBusy()) {
                holding.orphaned = true;
                holding.listed = false;
                kill(holding, killGrace, out);
            } else {
                holdings.discard(holding.attempt);
                out.add(new AgentEffect.ForgetResult(holding.attempt));
            }
        }
        holdings.forgetEnded();
    }

    void startNext(Capacity capacity, List<AgentEffect> out) {
        for (Holding holding : holdings.startable(capacity)) {
            Start start = holding.start;
            if (start != null) {
                holding.phase = Phase.RUNNING;
                out.add(new AgentEffect.StartProcess(start));
            }
        }
    }

    void finished(AttemptReport report, Instant now, List<AgentEffect> out) {
        Holding holding = holdings.get(report.attempt());
        if (holding == null || !holding.isBusy()) {
            return;
        }
        if (holding.orphaned) {
            holdings.discard(holding.attempt);
            out.add(new AgentEffect.ForgetResult(holding.attempt));
            return;
        }
        holding.urgent = stopping
                || holding.phase == Phase.KILLING
                || holding.start == null
                || !holdings.hasQueued(holding.start.lane());
        if (report.outcome().isFinished()) {
            holding.report = report;
            holding.phase = Phase.KEEPING;
            out.add(new AgentEffect.KeepResult(report));
        } else {
            // Running it again loses nothing, so such an end needs neither disk nor files.
            holding.becomes(withoutFiles(holding.evicted ? evicted(report) : report), now);
        }
    }

    void kept(AttemptId attempt, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.KEEPING && holding.report != null) {
            send(holding, holding.report.blobs(), now);
        }
    }

    void notKept(AttemptId attempt, String why, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.KEEPING) {
            String detail = "the result could not be kept on the node: " + why;
            holding.becomes(AttemptReport.bare(attempt, Outcome.NOT_STARTABLE, detail), now);
        }
    }

    /** Asks for the blobs that are neither sent nor on their way. */
    void upload(List<AgentEffect> out) {
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.SENDING) {
                for (BlobHash hash : holding.unsent) {
                    if (holding.sending.add(hash)) {
                        out.add(new AgentEffect.Upload(holding.attempt, hash));
                    }
                }
            }
        }
    }

    void uploaded(AttemptId attempt, BlobHash hash, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.SENDING && holding.unsent.remove(hash)) {
            holding.sending.remove(hash);
            if (holding.unsent.isEmpty()) {
                ready(holding, now);
            }
        }
    }

    void uploadFailed(AttemptId attempt, BlobHash hash) {
        Holding holding = holdings.get(attempt);
        if (holding != null) {
            holding.sending.remove(hash);
        }
    }

    void uploadImpossible(AttemptId attempt, String why, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.SENDING) {
            String detail = "an output could not be sent: " + why;
            holding.becomes(AttemptReport.bare(attempt, Outcome.NO_OUTPUT, detail), now);
        }
    }

    /** The reports of the next commit call; one alone while we look for the one that the server refuses. */
    List<AttemptReport> takeReady(boolean alone, Instant now) {
        List<AttemptReport> reports = new ArrayList<>();
        int size = 0;
        for (Holding holding : holdings.all()) {
            AttemptReport report = holding.report;
            boolean tooEarly = holding.refusals > 0 && now.isBefore(holding.due);
            if (report == null || holding.phase != Phase.READY || tooEarly) {
                continue;
            }
            size += sizeOf(report);
            boolean full = reports.size() == policy.mostReports() || size > policy.mostCharacters();
            if (!reports.isEmpty() && (full || alone)) {
                break;
            }
            holding.phase = Phase.COMMITTING;
            reports.add(report);
        }
        return reports;
    }

    void answered(List<AttemptReport> asked, List<CommitAnswer> answers, Instant now, List<AgentEffect> out) {
        for (CommitAnswer answer : answers) {
            Holding holding = holdings.get(answer.attempt());
            if (holding == null || holding.phase != Phase.COMMITTING) {
                continue;
            }
            if (answer.verdict().isFinal()) {
                forget(answer.attempt(), out);
            } else {
                again(holding, now.plus(policy.commitDelay()));
                if (answer.verdict() == CommitAnswer.Verdict.MISSING_BLOBS && holding.report != null) {
                    List<BlobHash> wanted = new ArrayList<>(holding.report.blobs());
                    wanted.retainAll(answer.missing());
                    send(holding, wanted, now);
                }
            }
        }
        unanswered(asked, now);
    }

    /** The call came to nothing; its reports are ready again. */
    void unanswered(List<AttemptReport> asked, Instant due) {
        for (AttemptReport report : asked) {
            Holding holding = holdings.get(report.attempt());
            if (holding != null && holding.phase == Phase.COMMITTING) {
                again(holding, due);
            }
        }
    }

    /** The server does not take this report as it is, alone in its call. */
    void refused(AttemptReport report, String code, Instant now, List<AgentEffect> out) {
        Holding holding = holdings.get(report.attempt());
        if (holding == null || holding.phase != Phase.COMMITTING) {
            return;
        }
        holding.refusals++;
        again(holding, now.plus(policy.longestPause()));
        if (holding.refusals >= REFUSALS_UNTIL_FORGOTTEN) {
            forget(report.attempt(), out);
        } else if (holding.refusals == REFUSALS_UNTIL_BARE) {
            String detail = "the server refused the result: " + code;
            holding.report = AttemptReport.bare(report.attempt(), Outcome.NOT_STARTABLE, detail);
        }
    }

    /** Everything ready is due now. */
    void hastenAll(Instant now) {
        holdings.all().forEach(holding -> hasten(holding, now));
    }

    private boolean stop(Holding holding, Duration grace, Instant now, List<AgentEffect> out) {
        if (holding.phase == Phase.QUEUED) {
            holding.becomes(AttemptReport.bare(holding.attempt, Outcome.RETURNED, ""), now);
            return true;
        }
        if (holding.phase == Phase.RUNNING) {
            kill(holding, grace, out);
            return true;
        }
        return false;
    }

    private static void kill(Holding holding, Duration grace, List<AgentEffect> out) {
        holding.phase = Phase.KILLING;
        out.add(new AgentEffect.KillProcess(holding.attempt, grace));
    }

    private static boolean hasten(Holding holding, Instant now) {
        boolean changed = !holding.urgent;
        holding.urgent = true;
        if (holding.phase == Phase.READY && holding.due.isAfter(now) && holding.refusals == 0) {
            holding.due = now;
        }
        return changed && holding.isFinished();
    }

    private void confirm(AttemptReport report, Instant now) {
        holdings.add(Holding.ready(report, false, now));
    }

    private void send(Holding holding, List<BlobHash> blobs, Instant now) {
        holding.unsent.addAll(blobs);
        holding.phase = Phase.SENDING;
        if (holding.unsent.isEmpty()) {
            ready(holding, now);
        }
    }

    private void ready(Holding holding, Instant now) {
        holding.phase = Phase.READY;
        holding.due = holding.urgent ? now : now.plus(policy.commitDelay());
    }

    private static void again(Holding holding, Instant due) {
        holding.phase = Phase.READY;
        holding.due = due;
    }

    private void forget(AttemptId attempt, List<AgentEffect> out) {
        holdings.remove(attempt);
        out.add(new AgentEffect.ForgetResult(attempt));
    }

    private static AttemptReport evicted(AttemptReport report) {
        if (report.outcome() != Outcome.STOPPED) {
            return report;
        }
        return new AttemptReport(
                report.attempt(),
                Outcome.EVICTED,
                report.exitCode(),
                NEEDED,
                report.usage(),
                List.of(),
                null,
                null,
                report.tail());
    }

    private static AttemptReport withoutFiles(AttemptReport report) {
        return new AttemptReport(
                report.attempt(),
                report.outcome(),
                report.exitCode(),
                report.detail(),
                report.usage(),
                List.of(),
                null,
                null,
                report.tail());
    }

    /** About how many characters the report takes in a message. */
    private static int sizeOf(AttemptReport report) {
        int size = PER_ITEM + report.detail().length() + report.tail().length();
        for (ResultFile file : report.files()) {
            String inline = file.inline();
            size += PER_ITEM + file.path().length() + (inline == null ? 0 : inline.length());
        }
        return size;
    }
}
