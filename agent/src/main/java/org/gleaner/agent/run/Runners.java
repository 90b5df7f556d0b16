package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runners that wait for the next attempt of their job. One is made when an attempt has others of its lane behind
 * it, or its command can serve; whoever takes one has it alone and gives it back. Where none can be made, every attempt
 * has processes of its own, and after some trials nobody tries again. Thread-safe.
 */
final class Runners implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Runners.class);
    private static final int MOST_FAILURES = 3;
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Duration LONGEST_START = Duration.ofSeconds(30);
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    private final RunContext context;
    private final ThreadFactory daemons;
    private final List<Runner> idle = new ArrayList<>();
    private final List<Thread> closing = new ArrayList<>();
    private int made;
    private int failures;
    private int era;
    private boolean welcome = true;
    private boolean closed;

    Runners(RunContext context, ThreadFactory daemons) {
        this.context = context;
        this.daemons = daemons;
    }

    /**
     * One for this attempt alone; null if it shall have processes of its own.
     *
     * @param ordered the era in which it was ordered
     */
    @Nullable
    Runner take(Start start, boolean more, int ordered, Filling filling) throws InterruptedException {
        RunnerKind kind = RunnerKind.of(start, context.confinement(), ordered);
        if (kind == null) {
            return null;
        }
        Runner waiting = waiting(kind);
        // Of what serves one is worth it by itself: the next task may come when this one is done.
        return waiting == null && (more || kind.serves()) ? fresh(kind, filling) : waiting;
    }

    /** Lays what all attempts of a command that serves have in common; null if it shall not be started any more. */
    @FunctionalInterface
    interface Filling {
        @Nullable
        Room fill(Workspace workspace) throws IOException, NotStartable, InterruptedException;
    }

    synchronized int era() {
        return era;
    }

    /** From now on the number of a job may be another job's: nothing runs any more where something ran before. */
    void beginEra() {
        synchronized (this) {
            era++;
        }
        idle(runner -> true).forEach(this::closeBeside);
    }

    private @Nullable Runner waiting(RunnerKind kind) {
        List<Runner> gone = new ArrayList<>();
        Runner found = null;
        synchronized (this) {
            for (Runner runner : List.copyOf(idle)) {
                if (found == null && runner.kind().equals(kind)) {
                    idle.remove(runner);
                    if (runner.isGone()) {
                        gone.add(runner);
                    } else {
                        found = runner;
                    }
                }
            }
        }
        gone.forEach(this::closeBeside);
        return found;
    }

    private @Nullable Runner fresh(RunnerKind kind, Filling filling) throws InterruptedException {
        Path root = nextRoot();
        if (root == null) {
            return null;
        }
        String why = "it did not start";
        try {
            Runner.Place place = place(kind, root, filling);
            if (place == null) {
                return null;
            }
            Runner runner = Runner.start(context, kind, place, daemons);
            if (runner.isReady(LONGEST_START)) {
                note(true);
                return runner;
            }
            closeBeside(runner);
        } catch (IOException failed) {
            why = failed.toString();
        }
        if (note(false) == MOST_FAILURES) {
            LOG.warn("each short task is started separately, because a shared runner does not work here: {}", why);
        }
        return null;
    }

    /** Null if the attempt had better be tried by itself, which then tells why it can't be. */
    private static Runner.@Nullable Place place(RunnerKind kind, Path root, Filling filling)
            throws IOException, InterruptedException {
        if (!kind.serves()) {
            Workspace workspace = Workspace.createForRunner(root);
            return new Runner.Place(workspace, kind.room(workspace));
        }
        Room room = null;
        try {
            Workspace workspace = Workspace.createForServing(root);
            room = filling.fill(workspace);
            return room == null ? null : new Runner.Place(workspace, room);
        } catch (IOException | NotStartable | IllegalArgumentException unfilled) {
            LOG.debug("{} could not be filled: {}", root.getFileName(), unfilled.toString());
            return null;
        } finally {
            if (room == null) {
                Trees.clear(root);
            }
        }
    }

    private synchronized @Nullable Path nextRoot() {
        return closed || failures >= MOST_FAILURES ? null : context.work().resolve("runner-" + ++made);
    }

    /** Returns how many in a row could not be made. */
    private synchronized int note(boolean good) {
        failures = good ? 0 : failures + 1;
        return failures;
    }

    /** Takes back what an attempt had, which has ended. */
    void giveBack(Runner runner) {
        boolean again = runner.refresh();
        synchronized (this) {
            if (again && !closed && (welcome || !runner.kind().serves())) {
                runner.idleSince(System.nanoTime());
                idle.add(runner);
                return;
            }
        }
        closeBeside(runner);
    }

    synchronized boolean areNone() {
        return idle.isEmpty();
    }

    synchronized Duration cpuOfIdle(List<ProcessTable.Entry> entries) {
        return idle.stream().map(runner -> runner.cpu(entries)).reduce(Duration.ZERO, Duration::plus);
    }

    /** Ends those that have waited long enough. */
    void closeBored() {
        idle(Runner::isBored).forEach(this::closeBeside);
    }

    /**
     * Ends commands that wait for more of their jobs and are in the way of an attempt that begins: if they hold memory
     * that somebody counts on, or there are more of them than processors that nobody uses.
     *
     * @param busy processors that all attempts use, with this one
     */
    void makeRoom(Start start, int busy) {
        boolean counts = start.spec().needs().memory() != null;
        int free = CORES - busy;
        // The youngest are likelier to be wanted again.
        List<Runner> gone = new ArrayList<>();
        synchronized (this) {
            for (int i = idle.size() - 1; i >= 0; i--) {
                RunnerKind kind = idle.get(i).kind();
                boolean own = kind.job().equals(start.attempt().job());
                if (kind.serves() && !own) {
                    free -= kind.needs().cores();
                    if (counts || kind.needs().memory() != null || free < 0) {
                        gone.add(idle.remove(i));
                    }
                }
            }
        }
        gone.forEach(this::closeBeside);
    }

    /** As long as tasks are not welcome, commands don't wait for more of their jobs: they hold memory. */
    void welcome(boolean tasks) {
        synchronized (this) {
            welcome = tasks;
        }
        if (!tasks) {
            idle(runner -> runner.kind().serves()).forEach(this::closeBeside);
        }
    }

    /** Whether commands wait for more of their jobs. */
    synchronized boolean holdMemory() {
        return idle.stream().anyMatch(runner -> runner.kind().serves());
    }

    private synchronized List<Runner> idle(Predicate<Runner> chosen) {
        List<Runner> found = idle.stream().filter(chosen).toList();
        idle.removeAll(found);
        return found;
    }

    /** In a thread of its own, as it may take seconds. */
    private synchronized void closeBeside(Runner runner) {
        Thread thread = daemons.newThread(runner::close);
        closing.removeIf(other -> !other.isAlive());
        closing.add(thread);
        thread.start();
    }

    private synchronized List<Thread> closing() {
        return List.copyOf(closing);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        idle(runner -> true).forEach(this::closeBeside);
        try {
            for (Thread thread : closing()) {
                thread.join(LONGEST_END.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
