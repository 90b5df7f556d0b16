package org.gleaner.core.view;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.Precedence;
import org.gleaner.core.open.Selection;
import org.gleaner.core.open.Upstream;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** Answers "why is it not running?" from the same facts and rules that placement uses. */
final class Explanations {
    private static final int MOST_PREDECESSORS = 10;
    /** As many as are named, and one more to say that there are others. */
    private static final int MOST_NAMES = 4;

    /** What every job costs, and a look at what a node refused, in simple looks. */
    private static final int JOB = 50;

    private static final int REFUSAL = 4;

    /** So many tasks of a predecessor are counted with one look. */
    private static final int TASKS_A_LOOK = 8;

    /** What nodes call the runtime that calls of Java programs and units of problems need. */
    private static final String JAVA = "java";

    private final Roster roster;
    private final Instant now;
    private final Effort effort = new Effort();
    private final WhoseTurn whoseTurn;
    private final Outlooks outlooks;
    private final boolean single;

    /** @param single whether only one job is explained, so that a long chain before it is looked at only once */
    Explanations(Roster roster, Instant now, Owner viewer, boolean single) {
        this.single = single;
        this.roster = roster;
        this.now = now;
        this.whoseTurn = new WhoseTurn(roster, effort);
        this.outlooks = new Outlooks(roster, now, new ChoiceRecord(roster, now, viewer), whoseTurn, effort);
    }

    /** What all that was explained has cost. */
    Effort effort() {
        return effort;
    }

    List<Reason> explain(Selection.Part part) {
        OpenJob job = part.job();
        effort.add(JOB);
        BitSet tasks = part.ordinals();
        List<Reason> reasons = new ArrayList<>();
        Rejection.QuotaExceeded cramped = job.cramped();
        if (part.some() == null && cramped != null) {
            reasons.add(new Reason(job.id(), new Cause.HostCramped(cramped), 0));
        } else if (part.some() == null && job.isGrowing() && job.states().allFinal()) {
            Cause more = job.isHosted()
                    ? Cause.AwaitsHost.SOMEHOW
                    : new Cause.AwaitsMore(Cause.Means.isOfProgram(job.spec()));
            reasons.add(new Reason(job.id(), more, 0));
        }
        BitSet ready = job.states().select(tasks, TaskState.READY);
        if (!ready.isEmpty()) {
            explainReady(reasons, job, ready.cardinality());
        }
        int waiting = job.states().select(tasks, TaskState.WAITING).cardinality();
        if (waiting > 0) {
            explainWaiting(reasons, job, waiting);
        }
        Blocks blocks = new Blocks(roster, now);
        if (job.states().count(TaskState.BLOCKED) > 0) {
            effort.add((long) REFUSAL * roster.nodes().size());
        }
        add(reasons, job, job.states().select(tasks, TaskState.PAUSED), paused(job, blocks));
        reasons.addAll(blocks.explain(job, tasks));
        explainCancelled(reasons, job, job.states().select(tasks, TaskState.CANCELLED));
        explainRunning(reasons, job, job.states().select(tasks, TaskState.RUNNING));
        explainLate(reasons, job, tasks);
        add(reasons, job, job.states().select(tasks, TaskState.DONE), new Cause.Plain(Kind.DONE));
        return reasons;
    }

    private void explainLate(List<Reason> reasons, OpenJob job, BitSet tasks) {
        Deadline deadline = job.spec().turn().deadline();
        BitSet open = job.states()
                .select(
                        tasks,
                        TaskState.WAITING,
                        TaskState.READY,
                        TaskState.RUNNING,
                        TaskState.PAUSED,
                        TaskState.BLOCKED);
        if (deadline != null && (deadline.hopeless() || deadline.isPast(now))) {
            add(reasons, job, open, new Cause.LateForDeadline(deadline.at(), Duration.between(deadline.at(), now)));
        }
    }

    private void explainCancelled(List<Reason> reasons, OpenJob job, BitSet tasks) {
        BitSet stopping = new BitSet();
        job.live().forEach(attempt -> stopping.set(attempt.id().ordinal()));
        stopping.and(tasks);
        if (!stopping.isEmpty()) {
            reasons.add(new Reason(job.id(), new Cause.Stopping(where(job, stopping)), stopping.cardinality()));
        }
        int cancelled = tasks.cardinality() - stopping.cardinality();
        if (cancelled > 0) {
            Precedence precedence = new Precedence(roster.jobs(), now);
            effort.add(job.spec().turn().after().size());
            Hosting hosting = job.spec().hosting();
            if (hosting != null && !hosting.stopped().isEmpty()) {
                reasons.add(new Reason(job.id(), new Cause.HostStopped(hosting.stopped()), cancelled));
                return;
            }
            if (job.spec().isSolved()) {
                reasons.add(new Reason(job.id(), new Cause.NotNeeded(), cancelled));
                return;
            }
            Cause cause = precedence
                    .nothingFailed(job.spec())
                    .<Cause>map(Cause.NothingFailed::new)
                    .orElseGet(() -> new Cause.Cancelled(
                            precedence.cancelledBefore(job).orElse(null), Cause.Means.isOfProgram(job.spec())));
            reasons.add(new Reason(job.id(), cause, cancelled));
        }
    }

    private static Cause paused(OpenJob job, Blocks blocks) {
        String note = job.brake().note();
        if (!note.isEmpty()) {
            return new Cause.Braked(note, blocks.restart(job));
        }
        return job.spec().turn().paused() ? new Cause.Held() : new Cause.Plain(Kind.PAUSED);
    }

    private static void add(List<Reason> reasons, OpenJob job, BitSet tasks, Cause cause) {
        if (!tasks.isEmpty()) {
            reasons.add(new Reason(job.id(), cause, tasks.cardinality()));
        }
    }

    private void explainReady(List<Reason> reasons, OpenJob job, int tasks) {
        int atMost = job.spec().limits().atMost();
        Optional<Cause> scarce = scarce(job.spec().needs());
        if (roster.settings().halt() != Halt.NONE) {
            reasons.add(new Reason(job.id(), new Cause.Plain(Kind.HALTED), tasks));
        } else if (outlooks.connected() == 0) {
            reasons.add(new Reason(job.id(), new Cause.Plain(Kind.NO_NODE), tasks));
        } else if (job.isOneFirst() && !job.isOfferable() && job.canary() > 0) {
            reasons.add(new Reason(job.id(), new Cause.CanaryFirst(job.canary()), tasks));
        } else if (atMost > 0 && job.live().size() >= atMost) {
            reasons.add(new Reason(job.id(), new Cause.Throttled(atMost), tasks));
        } else if (scarce.isPresent()) {
            reasons.add(new Reason(job.id(), scarce.get(), tasks));
        } else {
            explainNodes(reasons, job, tasks);
        }
    }

    /** What others use of the pool's own, whichever node these would run on. */
    private Optional<Cause> scarce(Requirements needs) {
        Amounts all = roster.settings().licences();
        return needs.uses().counts().entrySet().stream()
                .filter(use -> use.getValue() <= all.of(use.getKey()))
                .map(use -> new Cause.LicencesInUse(
                        use.getKey(),
                        use.getValue(),
                        all.of(use.getKey()),
                        roster.nodes().inUse().of(use.getKey())))
                .filter(cause -> cause.needed() > cause.all() - cause.used())
                .<Cause>map(cause -> cause)
                .findFirst();
    }

    /** Every connected node is counted once, under what keeps it from these tasks. */
    private void explainNodes(List<Reason> reasons, OpenJob job, int tasks) {
        Outlooks.Outlook outlook = outlooks.of(job);
        Fitting match = outlook.match();
        Requirements needs = job.spec().needs();
        boolean ofProgram = Cause.Means.isOfProgram(job.spec());
        Reply.Change help = match.changes().stream()
                .filter(change -> !ofProgram || !isOfJava(change))
                .findFirst()
                .orElse(null);
        if (match.fitting().isEmpty()) {
            reasons.add(new Reason(job.id(), new Cause.FitsNone(help, ofProgram), tasks, outlooks.connected()));
            misfits(reasons, job, match, tasks, null);
            return;
        }
        Outlooks.Kept kept = outlook.kept();
        int free = outlook.free();
        Optional<Cause> before =
                whoseTurn.before(job, outlook.rivalry(), outlook.past().share());
        // Once: that the owner has had too little, and that somebody has had less, must not look like a contradiction.
        boolean isOthers = before.isPresent() && before.get() instanceof Cause.Turn.OtherOwner;
        PastChoices past = isOthers ? outlook.past().withoutShare() : outlook.past();
        if (free > 0) {
            Cause next = new Cause.Turn.NextToAsk(roster.policy().strategy(), past);
            reasons.add(before.map(cause -> new Reason(job.id(), cause, tasks))
                    .orElseGet(() -> new Reason(job.id(), next, tasks, free)));
        }
        addNodes(reasons, new Reason(job.id(), new Cause.Plain(Kind.NODES_PAUSED), tasks, kept.paused()));
        if (kept.refused() > 0) {
            int tried = Refusals.refusedTask(job).orElse(0);
            Cause cause = new Cause.RefusedByNodes(job.spec().command().program(), tried, "");
            reasons.add(new Reason(job.id(), cause, tasks, kept.refused()));
        }
        addNodes(reasons, new Reason(job.id(), new Cause.Plain(Kind.NODES_ON_PROBATION), tasks, kept.probing()));
        addNodes(reasons, new Reason(job.id(), new Cause.Plain(Kind.NODES_DISK_FULL), tasks, kept.full()));
        addNodes(reasons, new Reason(job.id(), new Cause.NodesInUse(outlook.inUse()), tasks, kept.inUse()));
        boolean all = kept.busy() == match.fitting().size();
        Amounts there = needs.uses().without(roster.settings().licences());
        MemorySize memory = kept.onlyMemory() ? needs.memory() : null;
        Cause busy = new Cause.Busy(
                all, needs.cores(), needs.exclusive(), there, memory, free > 0 ? PastChoices.NONE : past);
        addNodes(reasons, new Reason(job.id(), busy, tasks, kept.busy()));
        if (free == 0) {
            before.ifPresent(cause -> reasons.add(new Reason(job.id(), cause, tasks)));
            misfits(reasons, job, match, tasks, help);
        }
    }

    /** A Java program could not do without it. */
    private static boolean isOfJava(Reply.Change change) {
        return change.kind() == Mismatch.Kind.RUNTIME
                && RuntimeVersion.parse(change.need()).name().equals(JAVA);
    }

    private static void addNodes(List<Reason> reasons, Reason reason) {
        if (reason.nodes() > 0) {
            reasons.add(reason);
        }
    }

    /** @param help told once, with the first of them */
    private static void misfits(
            List<Reason> reasons, OpenJob job, Fitting match, int tasks, Reply.@Nullable Change help) {
        Reply.Change told = help;
        for (Reply.Misfit one : match.misfits()) {
            boolean ofProgram = Cause.Means.isOfProgram(job.spec());
            reasons.add(new Reason(job.id(), new Cause.Misfit(one, told, ofProgram), tasks, one.nodes()));
            told = null;
        }
    }

    private void explainWaiting(List<Reason> reasons, OpenJob job, int tasks) {
        int told = 0;
        boolean stuck = single && new Upstream(new Precedence(roster.jobs(), now)).isStuck(job);
        Instant begin = job.spec().turn().begin();
        if (begin != null && now.isBefore(begin)) {
            told++;
            reasons.add(new Reason(job.id(), new Cause.NotBefore(begin, Spans.between(now, begin)), tasks));
        }
        effort.add(job.spec().turn().after().size());
        for (Predecessor one : job.spec().turn().after()) {
            OpenJob before = roster.jobs().get(one.job());
            if (before == null || told >= MOST_PREDECESSORS || Precedence.isMet(before, one)) {
                continue;
            }
            told++;
            effort.add(one.tasks().isEmpty() ? 0 : before.states().size() / TASKS_A_LOOK);
            Cause after = new Cause.After(one, Precedence.counts(before, one), stuck);
            reasons.add(new Reason(job.id(), after, tasks));
        }
        if (told == 0) {
            reasons.add(new Reason(job.id(), new Cause.Plain(Kind.WAITING), tasks));
        }
    }

    private void explainRunning(List<Reason> reasons, OpenJob job, BitSet tasks) {
        GivenTasks given = GivenTasks.of(job, tasks);
        BitSet suspended = given.suspended();
        if (!suspended.isEmpty()) {
            reasons.add(new Reason(job.id(), new Cause.Suspended(where(job, suspended)), suspended.cardinality()));
        }
        BitSet running = given.running();
        if (!running.isEmpty()) {
            reasons.add(new Reason(job.id(), running(job, running), running.cardinality()));
        }
        BitSet queued = given.queued();
        if (!queued.isEmpty()) {
            Cause cause = new Cause.Queued(
                    where(job, queued),
                    job.states().running(queued, TaskState.PAUSED).cardinality(),
                    job.states().running(queued, TaskState.BLOCKED).cardinality());
            reasons.add(new Reason(job.id(), cause, queued.cardinality()));
        }
    }

    private Cause running(OpenJob job, BitSet running) {
        boolean one = running.cardinality() == 1;
        Rule rule = one ? job.live(running.nextSetBit(0)).iterator().next().rule() : null;
        int copied =
                (int) running.stream().filter(task -> job.live(task).size() > 1).count();
        return new Cause.Running(
                where(job, running),
                rule,
                job.states().running(running, TaskState.PAUSED).cardinality(),
                job.states().running(running, TaskState.BLOCKED).cardinality(),
                copied,
                roster.settings().text(Setting.REDUNDANCY),
                overlong(job, running));
    }

    private int overlong(OpenJob job, BitSet running) {
        TypeBelief belief = roster.groups().belief(job.type());
        if (belief == null) {
            return 0;
        }
        double most = belief.overlong();
        return (int) job.live().stream()
                .filter(one -> running.get(one.id().ordinal()))
                .filter(one -> Minutes.of(roster.nodes().node(one.node()).held(one.lane(), now)) > most)
                .mapToInt(one -> one.id().ordinal())
                .distinct()
                .count();
    }

    private List<String> where(OpenJob job, BitSet running) {
        return job.live().stream()
                .filter(attempt -> running.get(attempt.id().ordinal()))
                .map(attempt -> roster.nodes().node(attempt.node()).facts().name())
                .distinct()
                .limit(MOST_NAMES)
                .toList();
    }
}
