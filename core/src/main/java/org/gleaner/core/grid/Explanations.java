package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;

/** Answers "why is it not running?" from the same facts and rules that placement uses. */
final class Explanations {
    private final GridState state;

    Explanations(GridState state) {
        this.state = state;
    }

    List<Reason> explain(Selection.Part part) {
        OpenJob job = part.job();
        List<Reason> reasons = new ArrayList<>();
        BitSet ready = job.states().select(part.ordinals(), TaskState.READY);
        if (!ready.isEmpty()) {
            reasons.add(explainReady(job, ready.cardinality()));
        }
        add(reasons, part, TaskState.WAITING, Kind.WAITING, "waiting for other tasks or files", "");
        String note = job.brake().note();
        add(
                reasons,
                part,
                TaskState.PAUSED,
                Kind.PAUSED,
                note.isEmpty() ? "paused by hand" : "paused by the job itself: " + note,
                note.isEmpty()
                        ? "'gleaner resume " + job.id() + "' lets them go on."
                        : "Look at 'gleaner logs " + job.id() + " --failed', mend it, then 'gleaner retry " + job.id()
                                + "'.");
        BitSet blocked = job.states().select(part.ordinals(), TaskState.BLOCKED);
        if (!blocked.isEmpty()) {
            reasons.add(new Reason(
                    Kind.BLOCKED,
                    blocked.cardinality(),
                    "blocked: " + cause(job, blocked.nextSetBit(0)),
                    "Mend the cause, then 'gleaner retry " + job.id() + "'."));
        }
        add(reasons, part, TaskState.CANCELLED, Kind.CANCELLED, "cancelled", "");
        BitSet running = job.states().select(part.ordinals(), TaskState.RUNNING);
        if (!running.isEmpty()) {
            reasons.add(new Reason(Kind.RUNNING, running.cardinality(), "running" + where(job, running), ""));
        }
        add(reasons, part, TaskState.DONE, Kind.DONE, "done", "");
        return reasons;
    }

    private static void add(
            List<Reason> reasons, Selection.Part part, TaskState state, Kind kind, String detail, String remedy) {
        int tasks = part.job().states().select(part.ordinals(), state).cardinality();
        if (tasks > 0) {
            reasons.add(new Reason(kind, tasks, detail, remedy));
        }
    }

    private Reason explainReady(OpenJob job, int tasks) {
        Requirements needs = job.spec().needs();
        List<GridNode> connected =
                state.nodes.values().stream().filter(GridNode::connected).toList();
        if (state.settings.halt() != Halt.NONE) {
            return new Reason(
                    Kind.HALTED,
                    tasks,
                    "the person who runs the server stopped everything",
                    "An admin lets it go on with 'gleaner resume-all'.");
        }
        if (connected.isEmpty()) {
            return new Reason(
                    Kind.NO_NODE,
                    tasks,
                    "no node is connected",
                    "Start an agent: 'gleaner agent URL --token-file FILE'.");
        }
        List<GridNode> fitting =
                connected.stream().filter(node -> node.capacity().fits(needs)).toList();
        if (fitting.isEmpty()) {
            return fitsNone(needs, connected, tasks);
        }
        List<GridNode> serving = fitting.stream().filter(state::serves).toList();
        if (serving.isEmpty()) {
            return paused(fitting.size(), tasks);
        }
        int atMost = job.spec().limits().atMost();
        if (atMost > 0 && job.live().size() >= atMost) {
            return new Reason(
                    Kind.THROTTLED,
                    tasks,
                    "the job may have " + atMost + " attempts at once (--at-most) and has them",
                    "");
        }
        List<GridNode> willing = serving.stream()
                .filter(node -> !node.refusals().containsKey(job.type()))
                .toList();
        if (willing.isEmpty()) {
            return new Reason(
                    Kind.REFUSED_BY_NODES,
                    tasks,
                    "none of " + count(serving.size(), "node") + " that fit could start type "
                            + job.spec().type(),
                    "Install what the command needs, then 'gleaner retry " + job.id() + "'.");
        }
        long free = willing.stream().filter(node -> node.hasRoomFor(needs)).count();
        if (free == 0) {
            return new Reason(Kind.NONE_FREE, tasks, busy(willing.size()), "");
        }
        return new Reason(
                Kind.WAITING_FOR_TURN,
                tasks,
                count(free, "node") + " with room; the next that asks gets one by strategy "
                        + state.settings.text(Setting.STRATEGY),
                "");
    }

    private static Reason paused(int nodes, int tasks) {
        return new Reason(
                Kind.NODES_PAUSED,
                tasks,
                nodes == 1
                        ? "the only node that could take them is paused or drained"
                        : "all " + nodes + " nodes that could take them are paused or drained",
                "An admin lets a node work again with 'gleaner node resume NODE'.");
    }

    private static String busy(int nodes) {
        return nodes == 1 ? "the only node that could take them is busy" : "all " + nodes + " nodes that fit are busy";
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static Reason fitsNone(Requirements needs, List<GridNode> connected, int tasks) {
        int mostSlots = connected.stream()
                .mapToInt(node -> node.capacity().slots())
                .max()
                .orElse(0);
        MemorySize mostMemory = connected.stream()
                .map(node -> node.capacity().memory())
                .max(MemorySize::compareTo)
                .orElse(MemorySize.ZERO);
        MemorySize memory = needs.memory();
        String wanted = count(needs.cores(), "core") + (memory == null ? "" : " and " + memory + " of memory");
        return new Reason(
                Kind.FITS_NO_NODE,
                tasks,
                "no node is large enough: a task needs " + wanted + ", the largest of "
                        + count(connected.size(), "connected node") + " gives " + count(mostSlots, "core") + " and "
                        + mostMemory,
                "Submit it again with smaller needs, or connect a larger machine.");
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

    /** Why this task is blocked, from its last attempts. */
    private String cause(OpenJob job, int ordinal) {
        EndedAttempt last = job.record(ordinal).latest();
        JobLimits limits = job.spec().limits();
        if (last != null && last.outcome() == Outcome.LOST) {
            return "task " + ordinal + " lost " + count(job.record(ordinal).lost(), "node") + " (--max-lost "
                    + limits.maxLost() + ")";
        }
        if (last != null && last.outcome().charge() == Outcome.Charge.LIMIT) {
            return "task " + ordinal + " " + last.outcome().word();
        }
        if (last != null
                && last.outcome().charge() == Outcome.Charge.FAILURE
                && job.record(ordinal).failures() > 0) {
            return "task " + ordinal + " failed " + count(job.record(ordinal).failures(), "time") + ", last: "
                    + last.outcome().word() + " on "
                    + state.node(last.node()).facts().name();
        }
        return NodeDecisions.startsNowhere(state, job) ? "it starts on no node" : "by hand";
    }
}
