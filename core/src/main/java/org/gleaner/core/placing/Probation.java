package org.gleaner.core.placing;

import java.time.Instant;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.node.Duty;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;

/**
 * What failures on one node mean. A job is judged by what several nodes say of it, as far as several could try it: of
 * one node only a few failures in a row count, and then others have their say before this one has more. A node that
 * fails what others do is on probation altogether. Either way it gets one task at a time, some moments after its last
 * failure and until it succeeds, and its failures are charged to no task. Where no other node could try, all is as if
 * this rule did not exist: somebody has to say that a job is broken.
 */
public record Probation(Roster roster, Instant now) {
    /** So many nodes have to fail a job before its brake stops it, if so many could try. */
    private static final int WITNESSES = 4;

    /** So many of a job may fail on any node before anybody asks what others say. */
    private static final int LEAST_SAY = Brake.FAILURES / WITNESSES;

    /** So many failures in a row, of what others do, put a node on probation. */
    private static final int FAILURES = 10;

    /**
     * What the other nodes are that could try a job.
     *
     * @param say how many failures in a row of each node count
     * @param open whether one of them has not had its say, and is trusted
     * @param proven whether one of those did something lately
     */
    private record Others(int say, boolean open, boolean proven) {}

    /** Whether all fails here, and others do what fails. */
    public boolean isOn(GridNode node) {
        return node.failings().whileOthersSucceeded(roster.groups()::lastDone) >= FAILURES;
    }

    /** Whether the node gets nothing for now: it is on probation, and tries something or has just failed. */
    boolean isResting(GridNode node) {
        return isOn(node) && (!node.live().isEmpty() || hasJustFailed(node)) && hasOther(node);
    }

    /** Whether any job of the type may be tried here only now and then. */
    public static boolean concerns(GridNode node, TypeKey type) {
        return node.failings().concern(type, LEAST_SAY);
    }

    /** Whether the job may have one more of its tasks tried here now. */
    public boolean isWelcome(GridNode node, OpenJob job) {
        return node.failings().of(job.id()) < LEAST_SAY
                || (!hasJustFailed(node) && !holds(node, job.id()))
                || !isOnTrial(node, job);
    }

    /** Whether tasks of the job are only tried here, one at a time, as others could do them too. */
    public boolean isOnTrial(GridNode node, OpenJob job) {
        return isExcused(node, job, 0, isOn(node), false);
    }

    /**
     * Whether the job is spared this failure, as it may be the node's fault.
     *
     * @param more attempts of the job that failed here and are not counted yet
     */
    public boolean excuses(GridNode node, OpenJob job, Outcome outcome, int more) {
        if (outcome == Outcome.DONE || !outcome.isFinished()) {
            return false;
        }
        // One failure of this kind blocks a task for good, so it must not be the word of a node that never did any.
        boolean isLimit =
                outcome.charge() == Outcome.Charge.LIMIT && !node.belief().hasDone();
        return isExcused(node, job, more, isOn(node), isLimit);
    }

    private boolean isExcused(GridNode node, OpenJob job, int more, boolean isOn, boolean isUnproven) {
        int failures = node.failings().of(job.id()) + more;
        if (failures < LEAST_SAY && !isOn && !isUnproven) {
            return false;
        }
        Others others = others(node, job);
        return others.open && (isOn || failures >= others.say || (isUnproven && others.proven));
    }

    private boolean hasJustFailed(GridNode node) {
        Instant last = node.failings().last();
        return last != null && roster.settings().isRecent(last, Setting.ELSEWHERE_TIME, now);
    }

    private static boolean holds(GridNode node, JobId job) {
        return node.live().stream().anyMatch(one -> one.id().job().equals(job));
    }

    /** Whether a node could do something instead of this one. */
    private boolean hasOther(GridNode node) {
        return roster.nodes().values().stream()
                .anyMatch(other -> isThere(other) && !other.id().equals(node.id()) && !isOn(other));
    }

    private Others others(GridNode node, OpenJob job) {
        int able = 1;
        int least = Integer.MAX_VALUE;
        boolean proven = false;
        for (GridNode other : roster.nodes().values()) {
            if (!other.id().equals(node.id()) && couldTry(other, job)) {
                able++;
                if (!isOn(other)) {
                    least = Math.min(least, other.failings().of(job.id()));
                    proven |= other.belief().hasDone();
                }
            }
        }
        int witnesses = Math.min(able, WITNESSES);
        int say = (Brake.FAILURES + witnesses - 1) / witnesses;
        return new Others(say, least < say, proven);
    }

    private boolean couldTry(GridNode node, OpenJob job) {
        return isThere(node)
                && roster.fits(job, node)
                && node.offersRoomFor(job.spec().needs())
                && !node.refusals().containsKey(job.recipe());
    }

    private static boolean isThere(GridNode node) {
        return node.connected() && node.duty() == Duty.WORKING;
    }
}
