package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** One job in the {@link Ledger}. */
public final class LedgerJob {
    /** An attempt that has not ended. */
    public record Live(NodeId node, int lane) {}

    /** The result that stands for ever. */
    public record Accepted(int attempt, long digest) {}

    /** The last word on an attempt, and where it ran. */
    public record Ended(NodeId node, Outcome outcome) {}

    private final Owner owner;
    private JobSpec spec;
    private TaskState[] states;
    private int[] highest;
    private final TreeMap<AttemptId, Live> live = new TreeMap<>();
    private final TreeMap<AttemptId, Ended> ended = new TreeMap<>();
    private final TreeMap<Integer, Accepted> accepted = new TreeMap<>();
    private boolean closed;

    LedgerJob(Owner owner, JobSpec spec) {
        this.owner = owner;
        this.spec = spec;
        states = new TaskState[spec.tasks() + 1];
        Arrays.fill(states, TaskState.READY);
        highest = new int[spec.tasks() + 1];
    }

    public Owner owner() {
        return owner;
    }

    public JobSpec spec() {
        return spec;
    }

    void adjust(UnaryOperator<JobSpec> change) {
        spec = change.apply(spec);
    }

    /** More tasks come, all in one state. */
    void grow(int more, TaskState state) {
        int before = spec.tasks();
        spec = spec.grown(more);
        states = Arrays.copyOf(states, spec.tasks() + 1);
        Arrays.fill(states, before + 1, spec.tasks() + 1, state);
        highest = Arrays.copyOf(highest, spec.tasks() + 1);
    }

    public boolean closed() {
        return closed;
    }

    void setClosed(boolean now) {
        closed = now;
    }

    /** Where the task is or, while an attempt of it lives, where it goes afterwards: never RUNNING. */
    public TaskState stored(int ordinal) {
        return states[ordinal];
    }

    /** The state as people see it. */
    public TaskState state(int ordinal) {
        return !states[ordinal].isFinal() && !live(ordinal).isEmpty() ? TaskState.RUNNING : states[ordinal];
    }

    public int count(TaskState state) {
        int count = 0;
        for (int ordinal = 1; ordinal <= spec.tasks(); ordinal++) {
            count += state(ordinal) == state ? 1 : 0;
        }
        return count;
    }

    /** Whether one task goes first and the others wait for its success. */
    public boolean isOneFirst() {
        return spec.limits().canary() && count(TaskState.DONE) == 0;
    }

    /** The highest attempt number that a task ever had. */
    public int highest(int ordinal) {
        return highest[ordinal];
    }

    public TreeMap<AttemptId, Live> live() {
        return live;
    }

    public List<AttemptId> live(int ordinal) {
        List<AttemptId> found = new ArrayList<>();
        for (AttemptId attempt : live.keySet()) {
            if (attempt.ordinal() == ordinal) {
                found.add(attempt);
            }
        }
        return found;
    }

    /** Whether one of its tasks runs more than once. */
    public boolean hasCopies() {
        return live.keySet().stream().map(AttemptId::ordinal).distinct().count() < live.size();
    }

    public @Nullable Ended ended(AttemptId attempt) {
        return ended.get(attempt);
    }

    public TreeMap<Integer, Accepted> accepted() {
        return accepted;
    }

    void move(int ordinal, TaskState to) {
        states[ordinal] = to;
    }

    void start(AttemptId attempt, NodeId node, int lane) {
        live.put(attempt, new Live(node, lane));
        ended.remove(attempt);
        highest[attempt.ordinal()] = Math.max(highest[attempt.ordinal()], attempt.number());
    }

    void end(GridEvent.AttemptEnded event) {
        AttemptReport report = event.report();
        AttemptId attempt = report.attempt();
        live.remove(attempt);
        ended.put(attempt, new Ended(event.node(), report.outcome()));
        if (event.then() == TaskState.DONE && states[attempt.ordinal()] != TaskState.DONE) {
            accepted.put(attempt.ordinal(), new Accepted(attempt.number(), report.digest()));
        }
        if (event.then() != TaskState.RUNNING) {
            states[attempt.ordinal()] = event.then();
        }
    }
}
