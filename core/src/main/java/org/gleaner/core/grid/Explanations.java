package org.gleaner.core.grid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Held;
import org.gleaner.core.scheduling.Rule;

/** Answers "why is it not running?" from the same facts and rules that placement uses. */
final class Explanations {
    private static final int MOST_PREDECESSORS = 10;

    private final GridState state;
    private final Instant now;
    private final WhoseTurn whoseTurn;

    Explanations(GridState state, Instant now) {
        this.state = state;
        this.now = now;
        this.whoseTurn = new WhoseTurn(state);
    }

    List<Reason> explain(Selection.Part part) {
        OpenJob job = part.job();
        BitSet tasks = part.ordinals();
        List<Reason> reasons = new ArrayList<>();
        BitSet ready = job.states().select(tasks, TaskState.READY);
        if (!ready.isEmpty()) {
            explainReady(reasons, job, ready.cardinality());
        }
        int waiting = job.states().select(tasks, TaskState.WAITING).cardinality();
        if (waiting > 0) {
            explainWaiting(reasons, job, waiting);
        }
        String note = job.brake().note();
        Blocks blocks = new Blocks(state, now);
        add(
                reasons,
                job,
                job.states().select(tasks, TaskState.PAUSED),
                Kind.PAUSED,
                note.isEmpty() ? "paused by hand" : "paused by the job itself: " + note,
                note.isEmpty()
                        ? "'gleaner resume " + job.id() + "' lets them continue."
                        : "Look at 'gleaner logs " + job.id() + " --failed', fix it, then " + blocks.remedy(job));
        reasons.addAll(blocks.explain(job, tasks));
        int cancelled = job.states().select(tasks, TaskState.CANCELLED).cardinality();
        if (cancelled > 0) {
            reasons.add(Reason.cancelled(job.id(), cancelled, new Precedence(state).cancelledBefore(job)));
        }
        explainRunning(reasons, job, job.states().select(tasks, TaskState.RUNNING));
        add(reasons, job, job.states().select(tasks, TaskState.DONE), Kind.DONE, "done", "");
        return reasons;
    }

    private static void add(List<Reason> reasons, OpenJob job, BitSet tasks, Kind kind, String detail, String remedy) {
        int count = tasks.cardinality();
        if (count > 0) {
            reasons.add(new Reason(job.id(), kind, count, detail, remedy));
        }
    }

    private void explainReady(List<Reason> reasons, OpenJob job, int tasks) {
        List<GridNode> connected =
                state.nodes.values().stream().filter(GridNode::connected).toList();
        int atMost = job.spec().limits().atMost();
        if (state.settings.halt() != Halt.NONE) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.HALTED,
                    tasks,
                    "an admin stopped everything",
                    "An admin can resume it with 'gleaner resume-all'."));
        } else if (connected.isEmpty()) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.NO_NODE,
                    tasks,
                    "no node is connected",
                    "Start an agent: 'gleaner agent URL --token-file FILE'."));
        } else if (atMost > 0 && job.live().size() >= atMost) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.THROTTLED,
                    tasks,
                    "the job may have " + Counted.of(atMost, "attempt") + " at once (--at-most), and has "
                            + (atMost == 1 ? "it" : "them"),
                    "'gleaner set " + job.id() + " at-most=N' changes that."));
        } else {
            explainNodes(reasons, job, tasks, connected);
        }
    }

    /** Every connected node is counted once, under what keeps it from these tasks. */
    private void explainNodes(List<Reason> reasons, OpenJob job, int tasks, List<GridNode> connected) {
        Fitting match = new Fitting(job.spec(), connected);
        Requirements needs = job.spec().needs();
        List<GridNode> left = new ArrayList<>(match.fitting());
        if (left.isEmpty()) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.FITS_NO_NODE,
                    tasks,
                    connected.size(),
                    connected.size() == 1
                            ? "the only connected node lacks what a task needs"
                            : "none of " + connected.size() + " connected nodes has what a task needs",
                    change(match)));
            misfits(reasons, job, match, tasks, "");
            return;
        }
        int paused = take(left, node -> !state.serves(node));
        int refused = take(left, node -> node.refusals().containsKey(job.recipe()));
        int full = take(left, GridNode::isShortOfDisk);
        int inUse = take(left, node -> !node.offersRoomFor(needs));
        Optional<Reason> before = whoseTurn.before(job, tasks, left);
        int free = take(left, node -> node.hasRoomFor(needs));
        String record = new ChoiceRecord(state, now).of(job, match.fitting());
        if (free > 0) {
            reasons.add(before.orElseGet(() -> turn(job, tasks, free, record)));
        }
        kept(reasons, job, tasks, new Kept(paused, refused, full, inUse, left.size(), free > 0 ? "" : record));
        if (free == 0) {
            before.ifPresent(reasons::add);
            misfits(reasons, job, match, tasks, change(match));
        }
    }

    /**
     * How many of the nodes that would fit are kept by what.
     *
     * @param record what they were given instead
     */
    private record Kept(int paused, int refused, int full, int inUse, int busy, String record) {}

    private static void kept(List<Reason> reasons, OpenJob job, int tasks, Kept by) {
        String would = " that would fit: ";
        addNodes(
                reasons,
                new Reason(
                        job.id(),
                        Kind.NODES_PAUSED,
                        tasks,
                        by.paused(),
                        Counted.of(by.paused(), "node") + would + "paused or drained",
                        "An admin can resume a node with 'gleaner node resume NODE'."));
        addNodes(
                reasons,
                new Reason(
                        job.id(),
                        Kind.REFUSED_BY_NODES,
                        tasks,
                        by.refused(),
                        Counted.of(by.refused(), "node") + would + "could not start such a task",
                        "Install what the command needs there, then 'gleaner retry " + job.id()
                                + "'; a corrected job is tried at once."));
        addNodes(
                reasons,
                new Reason(
                        job.id(),
                        Kind.NODES_DISK_FULL,
                        tasks,
                        by.full(),
                        Counted.of(by.full(), "node") + would + "no room on the disk",
                        "Free some space there ('gleaner node list' shows where); they then get work again."));
        addNodes(
                reasons,
                new Reason(
                        job.id(),
                        Kind.NODES_IN_USE,
                        tasks,
                        by.inUse(),
                        Counted.of(by.inUse(), "node") + would + "in use by someone else at the moment",
                        "They get work again when they are free."));
        addNodes(
                reasons,
                new Reason(
                        job.id(),
                        Kind.NONE_FREE,
                        tasks,
                        by.busy(),
                        Counted.of(by.busy(), "node") + would + "busy" + wide(job) + by.record(),
                        job.spec().needs().cores() == 1
                                ? ""
                                : "No slots are kept free for it: smaller tasks can take them one by one. Pause those,"
                                        + " or submit it with fewer --cores."));
    }

    private static String wide(OpenJob job) {
        int cores = job.spec().needs().cores();
        return cores == 1 ? "" : "; a task needs " + cores + " free slots on one machine at once";
    }

    private static int take(List<GridNode> nodes, Predicate<GridNode> which) {
        int before = nodes.size();
        nodes.removeIf(which);
        return before - nodes.size();
    }

    private static void addNodes(List<Reason> reasons, Reason reason) {
        if (reason.nodes() > 0) {
            reasons.add(reason);
        }
    }

    /** @param remedy told once, with the first of them */
    private static void misfits(List<Reason> reasons, OpenJob job, Fitting match, int tasks, String remedy) {
        String told = remedy;
        for (Reply.Misfit one : match.misfits()) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.MISFIT,
                    tasks,
                    one.nodes(),
                    Counted.of(one.nodes(), "node") + ": " + one.detail(),
                    told));
            told = "";
        }
    }

    /** The single change that gains most. */
    private static String change(Fitting match) {
        List<Reply.Change> changes = match.changes();
        return changes.isEmpty()
                ? ""
                : "What would help: " + changes.get(0).detail() + " ("
                        + Counted.of(changes.get(0).nodes(), "more machine") + ").";
    }

    private Reason turn(OpenJob job, int tasks, int free, String record) {
        return new Reason(
                job.id(),
                Kind.WAITING_FOR_TURN,
                tasks,
                free,
                Counted.of(free, "node") + " with room; the next that asks gets one by strategy "
                        + state.settings.text(Setting.STRATEGY) + record,
                "");
    }

    private void explainWaiting(List<Reason> reasons, OpenJob job, int tasks) {
        int told = 0;
        for (Predecessor one : job.spec().turn().after()) {
            OpenJob before = state.job(one.job());
            if (before == null || told == MOST_PREDECESSORS || Precedence.isDone(before, one)) {
                continue;
            }
            told++;
            TaskCounts counts = before.states().counts();
            String stuck = counts.blocked() + counts.paused() == 0
                    ? ""
                    : ", " + counts.blocked() + " blocked, " + counts.paused() + " paused";
            reasons.add(new Reason(
                    job.id(),
                    Kind.WAITING,
                    tasks,
                    "waiting " + (one.each() ? "task by task " : "") + "for job " + one.job() + ": " + counts.done()
                            + " of " + Counted.of(counts.total(), "task") + (counts.total() == 1 ? " is" : " are")
                            + " done" + stuck,
                    "'gleaner why " + one.job() + "' says why."));
        }
        if (told == 0) {
            reasons.add(new Reason(job.id(), Kind.WAITING, tasks, "waiting for other tasks", ""));
        }
    }

    private void explainRunning(List<Reason> reasons, OpenJob job, BitSet tasks) {
        BitSet suspended = new BitSet();
        BitSet moving = new BitSet();
        for (LiveAttempt attempt : job.live()) {
            boolean still = attempt.held() == Held.State.SUSPENDED;
            (still ? suspended : moving).set(attempt.id().ordinal());
        }
        suspended.and(tasks);
        // A task of which a copy goes on does not stand still.
        suspended.andNot(moving);
        if (!suspended.isEmpty()) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.SUSPENDED,
                    suspended.cardinality(),
                    "standing still" + where(job, suspended) + ", as the machine is not free now",
                    "They continue when it is free again, or restart elsewhere if that takes long."));
        }
        BitSet running = (BitSet) tasks.clone();
        running.andNot(suspended);
        if (!running.isEmpty()) {
            String detail = "running" + where(job, running) + rule(job, running) + afterwards(job, running)
                    + copies(job, running);
            reasons.add(new Reason(job.id(), Kind.RUNNING, running.cardinality(), detail, ""));
        }
    }

    /** Why the node got it, where one task is asked about. */
    private static String rule(OpenJob job, BitSet running) {
        if (running.cardinality() != 1) {
            return "";
        }
        Rule rule = job.live(running.nextSetBit(0)).iterator().next().rule();
        return rule == null ? "" : ", which got it because " + rule.because();
    }

    private static String afterwards(OpenJob job, BitSet running) {
        int paused = job.states().running(running, TaskState.PAUSED).cardinality();
        int blocked = job.states().running(running, TaskState.BLOCKED).cardinality();
        return (paused == 0 ? "" : "; " + Counted.of(paused, "task") + " to be paused unless it succeeds")
                + (blocked == 0 ? "" : "; " + Counted.of(blocked, "task") + " to be blocked unless it succeeds");
    }

    private String copies(OpenJob job, BitSet running) {
        int copied = 0;
        for (int task = running.nextSetBit(0); task >= 0; task = running.nextSetBit(task + 1)) {
            copied += job.live(task).size() > 1 ? 1 : 0;
        }
        return copied == 0
                ? ""
                : "; " + copied + " of them more than once, as nodes had nothing else to do (redundancy "
                        + state.settings.text(Setting.REDUNDANCY) + "): the first result counts";
    }

    private String where(OpenJob job, BitSet running) {
        List<String> names = job.live().stream()
                .filter(attempt -> running.get(attempt.id().ordinal()))
                .map(attempt -> state.node(attempt.node()).facts().name())
                .distinct()
                .limit(4)
                .toList();
        return names.isEmpty()
                ? ""
                : " on " + String.join(", ", names.subList(0, Math.min(3, names.size())))
                        + (names.size() > 3 ? " and others" : "");
    }
}
