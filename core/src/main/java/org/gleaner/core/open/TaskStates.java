package org.gleaner.core.open;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;

/**
 * The states of a job's tasks: one bit set per state, disjoint, together all ordinals from 1. A running task that shall
 * pause, or be blocked, when its attempt ends is RUNNING with its bit in {@code pauseAfter} or {@code blockAfter} set,
 * never in both. Changed by {@link JobWriter} alone.
 */
public final class TaskStates {
    /** The tasks in one state and how many they are, as counting bits is not free. */
    private final class Members {
        private final TaskState state;
        /** With one bit behind the last task always set: without any, clearing the highest bit searches all of them. */
        private final BitSet bits = new BitSet();

        private int end;
        private int count;
        /** No member is below it: tasks leave in order, and the search for the next must not pass all that left. */
        private int lowest;

        private Members(TaskState state, int end) {
            this.state = state;
            this.end = end;
            bits.set(end);
        }

        private void count(int more) {
            count += more;
            totals.add(state, more);
        }

        /** The higher bit comes before the lower one goes, or the search would begin. */
        private void end(int later) {
            bits.set(later);
            bits.clear(end);
            end = later;
        }

        /** Tasks from one to another that were in no state. */
        private void enter(int first, int last) {
            bits.set(first, last + 1);
            count(last - first + 1);
            lowest = Math.min(lowest, first);
        }

        private void add(int ordinal) {
            bits.set(ordinal);
            count(1);
            lowest = Math.min(lowest, ordinal);
        }

        private void remove(int ordinal) {
            bits.clear(ordinal);
            count(-1);
            if (ordinal == lowest) {
                lowest = bits.nextSetBit(ordinal);
            }
        }

        private void recount() {
            count(bits.cardinality() - 1 - count);
            lowest = bits.nextSetBit(0);
        }

        private int next(int from) {
            int next = bits.nextSetBit(Math.max(from, lowest));
            return next < 0 || next == end ? -1 : next;
        }

        private BitSet copy() {
            BitSet copy = (BitSet) bits.clone();
            copy.clear(end);
            return copy;
        }
    }

    private int size;
    /** Those of its owner's open jobs while this is one of them; else its own, at which nobody looks. */
    private TaskTotals totals = new TaskTotals();

    /** Of those that run, so many wait on their nodes for others. */
    private int queued;

    /** None for a state in which no task ever was: most of very many jobs have one task, which waits. */
    private final Map<TaskState, Members> members = new EnumMap<>(TaskState.class);

    private final BitSet pauseAfter = new BitSet(0);
    private final BitSet blockAfter = new BitSet(0);

    TaskStates(int size) {
        this.size = size;
        Members ready = members(TaskState.READY);
        ready.bits.set(1, size + 1);
        ready.recount();
    }

    /** More tasks come behind these, all in one state. Costs what comes, not what there is. */
    void grow(int more, TaskState state) {
        int first = size + 1;
        size += more;
        members.values().forEach(known -> known.end(size + 1));
        if (more > 0) {
            members(state).enter(first, size);
        }
    }

    /** Whether it is paused: what is not over waits for somebody to resume it, and there is such a task. */
    public boolean isPaused() {
        int after = pauseAfter.cardinality();
        return count(TaskState.PAUSED) + after > 0
                && count(TaskState.WAITING) + count(TaskState.READY) == 0
                && count(TaskState.RUNNING) == after + blockAfter.cardinality();
    }

    private Members members(TaskState state) {
        Members known = members.get(state);
        if (known == null) {
            known = new Members(state, size + 1);
            members.put(state, known);
        }
        return known;
    }

    private boolean intersects(TaskState state, BitSet wanted) {
        Members known = members.get(state);
        return known != null && known.bits.intersects(wanted);
    }

    public int size() {
        return size;
    }

    /** Counts these tasks, and how they move from now on, among others. */
    void countIn(TaskTotals others) {
        for (TaskState state : TaskState.ALL) {
            totals.add(state, -count(state));
            others.add(state, count(state));
        }
        totals.queue(-queued);
        others.queue(queued);
        totals = others;
    }

    /** Says how many places those that run have. */
    void places(int most) {
        int now = TaskCounts.queued(count(TaskState.RUNNING), most);
        if (now != queued) {
            totals.queue(now - queued);
            queued = now;
        }
    }

    public int count(TaskState state) {
        Members known = members.get(state);
        return known == null ? 0 : known.count;
    }

    public boolean is(int ordinal, TaskState state) {
        Members known = members.get(state);
        return known != null && known.bits.get(ordinal);
    }

    public TaskState of(int ordinal) {
        for (TaskState state : TaskState.ALL) {
            if (is(ordinal, state)) {
                return state;
            }
        }
        throw new IllegalStateException("task " + ordinal + " of " + size + " is in no state");
    }

    public boolean areAll(Ordinals.Span span, TaskState state) {
        Members known = members.get(state);
        return known != null && known.bits.nextClearBit(span.first()) > span.last();
    }

    /** Where a running task goes when its last attempt ends without success, if nothing else is decided. */
    public TaskState after(int ordinal) {
        return pauseAfter.get(ordinal)
                ? TaskState.PAUSED
                : blockAfter.get(ordinal) ? TaskState.BLOCKED : TaskState.READY;
    }

    /** The next task from this ordinal on in a state, or -1. */
    public int next(TaskState state, int from) {
        Members known = members.get(state);
        return known == null ? -1 : known.next(from);
    }

    /** The ordinals of all tasks. */
    public BitSet all() {
        BitSet all = new BitSet();
        all.set(1, size + 1);
        return all;
    }

    /** Those among the wanted that go on unless somebody pauses them. */
    public BitSet going(BitSet wanted) {
        BitSet going = select(wanted, TaskState.WAITING, TaskState.READY, TaskState.RUNNING);
        going.andNot(pauseAfter);
        going.andNot(blockAfter);
        return going;
    }

    /** A copy of those among the wanted that are in one of the states. */
    public BitSet select(BitSet wanted, TaskState... states) {
        BitSet found = new BitSet();
        for (TaskState state : states) {
            Members known = members.get(state);
            if (known != null) {
                found.or(known.bits);
            }
        }
        found.and(wanted);
        found.clear(size + 1);
        return found;
    }

    /** Those among the wanted that run and shall pause, or be blocked, afterwards. */
    public BitSet running(BitSet wanted, TaskState after) {
        BitSet found = (BitSet) (after == TaskState.PAUSED ? pauseAfter : blockAfter).clone();
        found.and(wanted);
        return found;
    }

    /** An attempt ended: the task is now simply in this state. */
    void end(int ordinal, TaskState then) {
        if (then != TaskState.RUNNING) {
            pauseAfter.clear(ordinal);
            blockAfter.clear(ordinal);
        }
        move(ordinal, then);
    }

    /** The task has a live attempt; a paused one pauses again afterwards. */
    void run(int ordinal) {
        if (is(ordinal, TaskState.PAUSED)) {
            pauseAfter.set(ordinal);
        }
        move(ordinal, TaskState.RUNNING);
    }

    private void move(int ordinal, TaskState to) {
        TaskState from = of(ordinal);
        if (from == to) {
            return;
        }
        check(from, to);
        put(ordinal, from, to);
    }

    private void put(int ordinal, TaskState from, TaskState to) {
        members(from).remove(ordinal);
        members(to).add(ordinal);
    }

    /** By hand or by the brake. Tasks that run go on; READY, PAUSED and BLOCKED are then where they go afterwards. */
    void moveAll(Ordinals ordinals, TaskState to) {
        BitSet wanted = ordinals.toBits();
        pauseAfter.andNot(wanted);
        blockAfter.andNot(wanted);
        if (to == TaskState.READY || to == TaskState.PAUSED || to == TaskState.BLOCKED) {
            BitSet running = select(wanted, TaskState.RUNNING);
            if (to != TaskState.READY) {
                (to == TaskState.PAUSED ? pauseAfter : blockAfter).or(running);
            }
            wanted.andNot(running);
        }
        for (TaskState state : TaskState.ALL) {
            if (state != to && intersects(state, wanted)) {
                check(state, to);
            }
        }
        place(wanted, to);
    }

    /** As the store gives it back, whatever came before. */
    void load(Ordinals ordinals, TaskState state) {
        place(ordinals.toBits(), state);
    }

    /** The store gave back a live attempt of it, and as its state where it goes afterwards. */
    void loadRunning(int ordinal) {
        TaskState after = of(ordinal);
        if (after == TaskState.PAUSED) {
            pauseAfter.set(ordinal);
        } else if (after == TaskState.BLOCKED) {
            blockAfter.set(ordinal);
        }
        if (after != TaskState.RUNNING && !after.isFinal()) {
            put(ordinal, after, TaskState.RUNNING);
        }
    }

    private void place(BitSet wanted, TaskState to) {
        for (TaskState state : TaskState.ALL) {
            if (state != to && intersects(state, wanted)) {
                Members left = members(state);
                left.bits.andNot(wanted);
                left.recount();
            }
        }
        Members joined = members(to);
        joined.bits.or(wanted);
        joined.recount();
    }

    /** A move that the table does not know is a bug: better to stop with the store intact than to go on. */
    private static void check(TaskState from, TaskState to) {
        if (!from.mayBecome(to)) {
            throw new IllegalStateException("a task can't go from " + from.word() + " to " + to.word());
        }
    }

    public TaskCounts counts() {
        Map<TaskState, Integer> map = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.ALL) {
            map.put(state, count(state));
        }
        return TaskCounts.of(map).queued(queued);
    }

    public boolean allFinal() {
        return count(TaskState.DONE) + count(TaskState.CANCELLED) == size;
    }

    /** Whether any came to an end that others may wait for. */
    boolean hasOver() {
        return count(TaskState.DONE) + count(TaskState.CANCELLED) + count(TaskState.BLOCKED) > 0;
    }

    /** As the store holds them: nothing is RUNNING, READY goes without saying. */
    SortedMap<TaskState, Ordinals> stored() {
        SortedMap<TaskState, Ordinals> stored = new TreeMap<>();
        for (TaskState state : TaskState.ALL) {
            if (state == TaskState.READY || state == TaskState.RUNNING) {
                continue;
            }
            Members known = members.get(state);
            BitSet set = known == null ? new BitSet() : known.copy();
            if (state == TaskState.PAUSED) {
                set.or(pauseAfter);
            } else if (state == TaskState.BLOCKED) {
                set.or(blockAfter);
            }
            if (!set.isEmpty()) {
                stored.put(state, Ordinals.of(set));
            }
        }
        return stored;
    }
}
