package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.agent.Holding.Phase;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;

/**
 * What the agent does with attempts until they end: queue, start, suspend, stop. Orders may repeat; those that
 * come from the server say whether they were news. Confined to {@link AgentLogic}.
 */
final class Workbench {
    private final AgentPolicy policy;
    private final Holdings holdings;
    private final Deliveries deliveries;
    private boolean stopping;
    private boolean welcome = true;
    /** When what is suspended is evicted. */
    private Instant evictAt = Instant.MAX;

    private Duration killGrace = Duration.ZERO;

    Workbench(AgentPolicy policy, Holdings holdings, Deliveries deliveries) {
        this.policy = policy;
        this.holdings = holdings;
        this.deliveries = deliveries;
    }

    void killGrace(Duration grace) {
        killGrace = grace;
    }

    boolean start(List<Start> starts, Capacity capacity, Amounts provided, Instant now) {
        boolean changed = false;
        for (Start told : starts) {
            Start start = holdings.sharing(told);
            AttemptId attempt = start.attempt();
            if (holdings.get(attempt) != null) {
                continue;
            }
            if (holdings.hadBefore(attempt)) {
                confirm(attempt, Outcome.RETURNED, KeptText.HERE_BEFORE, now);
            } else if (stopping) {
                confirm(attempt, Outcome.RETURNED, KeptText.STOPPING, now);
            } else if (!welcome) {
                confirm(attempt, Outcome.RETURNED, KeptText.NEEDED, now);
            } else if (holdings.size() >= policy.mostHeld()) {
                confirm(attempt, Outcome.RETURNED, KeptText.TOO_MANY_HELD, now);
            } else if (!capacity.fits(start.spec().needs())
                    || Holdings.isOver(start.spec().needs().uses().counts(), provided)) {
                confirm(attempt, Outcome.RETURNED, KeptText.DOES_NOT_FIT, now);
            } else if (!holdings.hasRoomFor(start)) {
                confirm(attempt, Outcome.RETURNED, KeptText.TOO_MANY_NAMES, now);
            } else {
                holdings.add(Holding.queued(start));
                changed = true;
            }
        }
        return changed;
    }

    /**
     * Says how it is with an attempt that does not run here. By that nothing has changed here, so it is no reason for
     * another sync at once. If too much waits to be said already, it is left to the server to repeat its order.
     */
    private void confirm(AttemptId attempt, Outcome outcome, String why, Instant now) {
        if (holdings.size() < policy.mostHeld() + policy.remembered()) {
            deliveries.confirm(AttemptReport.bare(attempt, outcome, why), now);
        }
    }

    boolean stop(List<AttemptId> attempts, Instant now, List<AgentEffect> out) {
        boolean changed = false;
        for (AttemptId attempt : attempts) {
            Holding holding = holdings.get(attempt);
            if (holding != null) {
                deliveries.askFirst(holding, now);
                changed |= stop(holding, killGrace, now, out) || holding.hasten(now);
            } else if (!holdings.hadBefore(attempt)) {
                confirm(attempt, Outcome.STOPPED, KeptText.NOT_HERE, now);
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
                deliveries.forget(attempt, out);
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
            changed |= holding != null && holding.hasten(now);
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
            holding.hasten(now);
        }
    }

    /** Whether tasks may run here. */
    boolean isWelcome() {
        return welcome;
    }

    Instant evictAt() {
        return evictAt;
    }

    /** Tasks are no longer welcome here: what runs stands still, what waits goes back at once. */
    void suspendAll(Instant now, List<AgentEffect> out) {
        welcome = false;
        evictAt = now.plus(policy.evictAfter());
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.QUEUED) {
                holding.becomes(AttemptReport.bare(holding.attempt, Outcome.RETURNED, KeptText.NEEDED), now);
            } else if (holding.phase == Phase.RUNNING) {
                holding.suspended = true;
                out.add(new AgentEffect.SuspendProcess(holding.attempt));
            }
        }
        out.add(new AgentEffect.ChangeWelcome(false));
    }

    void resumeAll(List<AgentEffect> out) {
        welcome = true;
        evictAt = Instant.MAX;
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.RUNNING && holding.suspended) {
                holding.suspended = false;
                out.add(new AgentEffect.ResumeProcess(holding.attempt));
            }
        }
        out.add(new AgentEffect.ChangeWelcome(true));
    }

    /** What stood still for too long ends, so that its memory is free. */
    void evictOverdue(Instant now, List<AgentEffect> out) {
        if (now.isBefore(evictAt)) {
            return;
        }
        evictAt = Instant.MAX;
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

    void startNext(Capacity capacity, Amounts provided, List<AgentEffect> out) {
        for (Holding holding : holdings.startable(capacity, provided)) {
            Start start = holding.start;
            if (start != null) {
                holding.phase = Phase.RUNNING;
                out.add(new AgentEffect.StartProcess(start, holdings.hasQueued(start.lane())));
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
            out.add(new AgentEffect.KeepResult(report, holding.urgent));
        } else {
            // Running it again loses nothing, so such an end needs neither disk nor files.
            holding.becomes(withoutFiles(report, holding.evicted), now);
        }
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

    private static AttemptReport withoutFiles(AttemptReport report, boolean evicted) {
        boolean told = evicted && report.outcome() == Outcome.STOPPED;
        return new AttemptReport(
                report.attempt(),
                told ? Outcome.EVICTED : report.outcome(),
                report.exitCode(),
                told ? KeptText.NEEDED : report.detail(),
                report.usage(),
                Outputs.NONE,
                null,
                null,
                report.tail());
    }
}
