package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runners that wait for the next attempt of their job. One is made when an attempt has others of its lane behind
 * it; whoever takes one has it alone and gives it back. Where none can be made, every attempt has processes of its own,
 * and after some trials nobody tries again. Thread-safe.
 */
final class Runners implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Runners.class);
    private static final int MOST_FAILURES = 3;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    private final RunContext context;
    private final ThreadFactory daemons;
    private final List<Runner> idle = new ArrayList<>();
    private final List<Thread> closing = new ArrayList<>();
    private int made;
    private int failures;
    private int era;
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
    Runner take(Start start, boolean more, int ordered) throws InterruptedException {
        RunnerKind kind = RunnerKind.of(start, context.confinement().sandbox(), ordered);
        if (kind == null) {
            return null;
        }
        Runner waiting = waiting(kind);
        return waiting == null && more ? fresh(kind) : waiting;
    }

    synchronized int era() {
        return era;
    }

    /** From now on the number of a job may be another job's: nothing runs any more where something ran before. */
    void beginEra() {
        synchronized (this) {
            era++;
        }
        closeIdle(Duration.ZERO);
    }

    private @Nullable Runner waiting(RunnerKind kind) {
        List<Runner> gone = new ArrayList<>();
        Runner found = null;
        synchronized (this) {
            for (Runner runner : List.copyOf(idle)) {
                if (found == null && runner.suits(kind)) {
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

    private @Nullable Runner fresh(RunnerKind kind) throws InterruptedException {
        Path root = nextRoot();
        if (root == null) {
            return null;
        }
        String why = "it did not start";
        try {
            Runner runner = Runner.start(context, kind, root, daemons);
            if (runner.isReady(LONGEST_START)) {
                note(true);
                return runner;
            }
            closeBeside(runner);
        } catch (IOException failed) {
            why = failed.toString();
        }
        if (note(false) == MOST_FAILURES) {
            LOG.warn("each short task gets a sandbox of its own, as sharing one does not work here: {}", why);
        }
        return null;
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
            if (again && !closed) {
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

    /** Ends those that have waited at least so long. */
    void closeIdle(Duration longest) {
        idleFor(longest).forEach(this::closeBeside);
    }

    private synchronized List<Runner> idleFor(Duration longest) {
        List<Runner> found =
                idle.stream().filter(runner -> runner.isIdle(longest)).toList();
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
        closeIdle(Duration.ZERO);
        try {
            for (Thread thread : closing()) {
                thread.join(LONGEST_END.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
