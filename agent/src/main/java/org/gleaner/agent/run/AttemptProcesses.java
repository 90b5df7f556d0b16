package org.gleaner.agent.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gleaner.agent.machine.LowPriority;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.machine.Signals;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * All processes of one attempt, also those that left its session or lost their parents. A process belongs to it if it
 * is in the leader's session, descends from one that belongs, was seen to belong before, or carries the attempt's
 * environment. Only a process that did all of it within a second, unseen (new session, orphaned, emptied environment),
 * escapes. Thread-safe.
 */
final class AttemptProcesses {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /** A task that forks faster than this many readings of the table is not stopped as a whole. */
    private static final int MOST_ROUNDS = 50;

    private final ProcessTable table;
    private final Process leader;
    private final long since;
    private final String attemptVariable;
    private final String agentVariable;
    private final boolean ownSession;
    private final Wrapping wrapping;
    private final Map<Long, Long> seen = new HashMap<>();
    private final Set<Long> loweredSessions = new HashSet<>();
    private List<ProcessTable.Entry> lastLook = List.of();

    /**
     * Watches over what the leader starts.
     *
     * @param since the process table's time before the leader was started
     * @param wrapping what the leader is, if it is not the task's own
     */
    AttemptProcesses(
            ProcessTable table,
            Process leader,
            long since,
            AttemptId attempt,
            TaskEnvironment surroundings,
            Wrapping wrapping) {
        this.table = table;
        this.leader = leader;
        this.since = since;
        this.attemptVariable = TaskCommand.attemptVariable(attempt);
        this.agentVariable = TaskCommand.agentVariable(surroundings.marker());
        this.ownSession = surroundings.setsid() != null;
        this.wrapping = wrapping;
    }

    /**
     * What is between the agent and the task's own processes.
     *
     * @param sandbox whether the leader is one, whose end would be the sudden end of all in it
     * @param runner the processes of a runner, which was there before the attempt and has used what is not this one's
     * @param before CPU time that the others had used before the attempt
     */
    record Wrapping(boolean sandbox, Set<Long> runner, Duration before) {
        static final Wrapping NONE = new Wrapping(false, Set.of(), Duration.ZERO);
        static final Wrapping SANDBOX = new Wrapping(true, Set.of(), Duration.ZERO);

        Wrapping {
            runner = Set.copyOf(runner);
        }
    }

    /** If a task has stopped the runner, nobody else would tell its end; whoever is not stopped takes no notice. */
    void wakeRunner() {
        Signals.send(Signals.CONTINUE, wrapping.runner());
    }

    /**
     * What the attempt uses now.
     *
     * @param threads of all its processes together
     */
    record Use(Duration cpu, MemorySize memory, long threads) {}

    /** Looks at a reading of the table without searching environments, and remembers what belongs to us. */
    synchronized Use look(List<ProcessTable.Entry> entries) {
        Duration cpu = Duration.ZERO;
        MemorySize memory = MemorySize.ZERO;
        long threads = 0;
        lastLook = family(entries, false);
        for (ProcessTable.Entry entry : wrapping.runner().isEmpty() ? lastLook : tasksOwn(lastLook)) {
            cpu = cpu.plus(entry.cpu());
            memory = memory.plus(entry.resident()).plus(table.pageTables(entry.pid()));
            threads += entry.threads();
        }
        Duration own = cpu.minus(wrapping.before());
        return new Use(own.isNegative() ? Duration.ZERO : own, memory, threads);
    }

    /** CPU time of all that lives, whoever it belongs to. */
    synchronized Duration cpu(List<ProcessTable.Entry> entries) {
        return family(entries, false).stream().map(ProcessTable.Entry::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Lowers the priority of every session that the last look found and that is not lowered yet: each has a group of
     * its own. A session that is gone is forgotten, as its number is given to others.
     */
    synchronized void lowerSessions() {
        Set<Long> sessions = new HashSet<>();
        for (ProcessTable.Entry entry : lastLook) {
            sessions.add(entry.session());
            if (!loweredSessions.contains(entry.session()) && LowPriority.lowerSession(entry.pid())) {
                loweredSessions.add(entry.session());
            }
        }
        loweredSessions.retainAll(sessions);
    }

    /** Asks every process to end, or with {@code force} ends it. Returns how many there were. */
    synchronized int signal(boolean force) {
        List<ProcessTable.Entry> living = family(table.read(), true);
        List<ProcessTable.Entry> inner = force ? living : tasksOwn(living);
        for (ProcessTable.Entry entry : inner.isEmpty() ? living : inner) {
            ProcessHandle.of(entry.pid()).ifPresent(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        }
        // Where there is no table, the leader and what the JVM can see of its descendants must do.
        if (living.isEmpty() && leader.isAlive()) {
            leader.descendants().forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
            ProcessHandle handle = leader.toHandle();
            boolean asked = force ? handle.destroyForcibly() : handle.destroy();
            return asked ? 1 : 0;
        }
        return living.size();
    }

    /** Sends every process of the task, but not what confines it, a signal that it may answer in its own way. */
    synchronized void tell(String signal) {
        List<ProcessTable.Entry> living = family(table.read(), true);
        Signals.send(
                signal, tasksOwn(living).stream().map(ProcessTable.Entry::pid).toList());
    }

    /**
     * Stops every process where it is, the whole tree. A process that is born while we look is met in the next round;
     * one whose parent stands still can't be born. Memory stays in use. Signals work for every process that we may
     * kill, also inside a pid namespace of its own, and ask for no rights; a cgroup's freezer would do the same.
     */
    synchronized void freeze() {
        Set<Long> told = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Long> fresh = new ArrayList<>();
            for (ProcessTable.Entry entry : family(table.read(), true)) {
                if (told.add(entry.pid())) {
                    fresh.add(entry.pid());
                }
            }
            if (fresh.isEmpty()) {
                return;
            }
            Signals.send(Signals.STOP, fresh);
        }
    }

    /** Lets every process go on, also one that had stopped itself: nobody can tell them apart. */
    synchronized void thaw() {
        List<Long> all =
                family(table.read(), true).stream().map(ProcessTable.Entry::pid).toList();
        Signals.send(Signals.CONTINUE, all);
    }

    /**
     * Kills until none is left: what forks faster than we look is met again in the next round. If the kernel says that
     * nothing is left in the attempt's group, the machine's processes are not searched: for a short task on a desktop
     * that would cost more than the task.
     */
    boolean killAll(@Nullable ControlGroup group, Duration limit) {
        if (group != null && group.isEmpty() && hasSeenOnlyTheLeader()) {
            return true;
        }
        long end = System.nanoTime() + limit.toNanos();
        long pause = TimeUnit.MILLISECONDS.toNanos(1);
        while (signal(true) > 0) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE.toNanos());
        }
        return true;
    }

    /** Others may have left the group, if they may do so. */
    private synchronized boolean hasSeenOnlyTheLeader() {
        return seen.keySet().stream().allMatch(pid -> pid == leader.pid());
    }

    /**
     * Whether nothing of the task lives in a runner without a sandbox. If the kernel counts nobody but the runner and
     * nobody else was seen, who may have left the group, the machine's processes are not searched.
     */
    synchronized boolean hasEnded(ControlGroup group) {
        return group.threads() <= wrapping.runner().size()
                && (wrapping.runner().containsAll(seen.keySet())
                        || tasksOwn(family(table.read(), true)).isEmpty());
    }

    /** Without the sandbox itself, the first process in it, which only waits for the others, and a runner. */
    private List<ProcessTable.Entry> tasksOwn(List<ProcessTable.Entry> living) {
        return living.stream()
                .filter(entry -> !wrapping.sandbox() || (entry.pid() != leader.pid() && entry.parent() != leader.pid()))
                .filter(entry -> !wrapping.runner().contains(entry.pid()))
                .toList();
    }

    private List<ProcessTable.Entry> family(List<ProcessTable.Entry> entries, boolean thorough) {
        long self = ProcessHandle.current().pid();
        Map<Long, ProcessTable.Entry> members = new LinkedHashMap<>();
        Map<Long, List<ProcessTable.Entry>> children = new HashMap<>();
        boolean sessionIsOurs = ownSession && isLeadersIdOurs(entries);
        for (ProcessTable.Entry entry : entries) {
            if (entry.pid() == self || entry.started() < since) {
                continue;
            }
            children.computeIfAbsent(entry.parent(), none -> new ArrayList<>()).add(entry);
            boolean known = Long.valueOf(entry.started()).equals(seen.get(entry.pid()));
            boolean isLeader = entry.pid() == leader.pid() && leader.isAlive();
            if (known
                    || isLeader
                    || (sessionIsOurs && entry.session() == leader.pid())
                    || (thorough && isMarked(entry.pid()))) {
                members.put(entry.pid(), entry);
            }
        }
        List<ProcessTable.Entry> family = new ArrayList<>(members.values());
        for (int i = 0; i < family.size(); i++) {
            for (ProcessTable.Entry child : children.getOrDefault(family.get(i).pid(), List.of())) {
                if (members.putIfAbsent(child.pid(), child) == null) {
                    family.add(child);
                }
            }
        }
        seen.clear();
        family.forEach(entry -> seen.put(entry.pid(), entry.started()));
        return family;
    }

    private boolean isMarked(long pid) {
        return table.carries(pid, attemptVariable, agentVariable);
    }

    /** The leader's number names our session until the leader is dead and the number is given to somebody else. */
    private boolean isLeadersIdOurs(List<ProcessTable.Entry> entries) {
        return leader.isAlive() || entries.stream().noneMatch(entry -> entry.pid() == leader.pid());
    }
}
