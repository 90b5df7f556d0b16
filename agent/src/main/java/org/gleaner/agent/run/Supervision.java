package org.gleaner.agent.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of one attempt from their start to their end, in the thread that calls {@link #run}; others may ask
 * them to end, to stand still or to go on, and look at what they use.
 *
 * <p>Only {@link #watch} signals processes, and only through {@link AttemptProcesses}: whoever changes how a process is
 * confined has to see to it that its four verbs (ask, kill, freeze, thaw) still reach the whole tree.
 */
final class Supervision {
    private static final Logger LOG = LoggerFactory.getLogger(Supervision.class);
    /** Once, as to ask takes six calls of the system. */
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private static final Duration KILL_LIMIT = Duration.ofMinutes(1);
    private static final Duration SAMPLING = Duration.ofSeconds(1);
    /** Often, as nobody else would stop it from taking all memory. */
    private static final Duration WATCHING = Duration.ofMillis(250);
    /** Earlier, so that short attempts are seen at all. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(100);

    /** Later than anything, and still good for adding to. */
    private static final long FAR = Long.MAX_VALUE / 4;

    private final Start start;
    private final RunContext context;
    private final StopWish stop = new StopWish();
    private final Suspension suspension = new Suspension();

    private volatile @Nullable AttemptProcesses processes;
    private volatile @Nullable TaskLimits limits;
    private Duration cpu = Duration.ZERO;
    private MemorySize peak = MemorySize.ZERO;
    private volatile MemorySize resident = MemorySize.ZERO;
    /** Confined to the thread that samples. */
    private long nextLook = System.nanoTime() + FIRST_LOOK.toNanos();

    Supervision(Start start, RunContext context) {
        this.start = start;
        this.context = context;
    }

    /**
     * How the leading process ended, and what all of them used.
     *
     * @param unknown whether nobody knows how, nor what else would have ended it
     */
    record Ending(
            int code,
            boolean stopped,
            boolean timedOut,
            @Nullable Exceeded exceeded,
            boolean unknown,
            Usage usage) {}

    /** The wish that it shall end. */
    StopWish stopping() {
        return stop;
    }

    boolean isSuspended() {
        return suspension.isWanted();
    }

    void suspend(boolean still) {
        suspension.want(still);
        stop.wake();
    }

    /** Waits until it may go on, or shall end. */
    void awaitLeave() throws InterruptedException {
        while (suspension.isWanted() && !stop.isAsked()) {
            stop.await(suspension::isWanted, FAR);
        }
    }

    /** Whether it is time to look at what it uses. */
    boolean isDue(long nanoTime) {
        return nanoTime - nextLook >= 0;
    }

    /** What it uses now; null while nothing runs. */
    AttemptProcesses.@Nullable Use sample(List<ProcessTable.Entry> entries) {
        AttemptProcesses running = processes;
        TaskLimits bounds = limits;
        boolean watched = bounds != null && bounds.isWatched();
        nextLook = System.nanoTime() + (watched ? WATCHING : SAMPLING).toNanos();
        if (running == null || bounds == null) {
            return null;
        }
        AttemptProcesses.Use use = running.look(entries);
        resident = use.memory();
        Duration cpuSoFar;
        synchronized (this) {
            cpu = longer(cpu, use.cpu());
            peak = use.memory().compareTo(peak) > 0 ? use.memory() : peak;
            cpuSoFar = cpu;
        }
        if (use.threads() == 0 && !suspension.isWanted()) {
            running.wakeRunner();
        }
        if (suspension.isWanted()) {
            bounds.rest();
        }
        // Only now, as whoever is woken reports what was seen.
        bounds.look(use);
        if (bounds.exceeded() != null) {
            stop.wake();
        }
        if (context.surroundings().lowPriority()) {
            running.lowerSessions();
        }
        return new AttemptProcesses.Use(cpuSoFar, use.memory(), use.threads());
    }

    /** What it held of memory when it was last looked at. */
    MemorySize resident() {
        return resident;
    }

    /** CPU time of what lives now, at this reading of the table. */
    Duration cpu(List<ProcessTable.Entry> entries) {
        AttemptProcesses running = processes;
        return running == null ? Duration.ZERO : running.cpu(entries);
    }

    /** Throws if nothing could be started. */
    Ending run(RunningCommand.Starter starter, TaskLimits bounds) throws IOException, InterruptedException {
        limits = bounds;
        // Before it starts: on a busy machine a short one has ended before anybody looks at the clock again.
        long begin = System.nanoTime();
        RunningCommand execution = starter.start();
        processes = execution.family();
        // It may have stood still before, in what ran it first.
        return watch(execution, bounds, begin - suspension.total(begin));
    }

    private Ending watch(RunningCommand execution, TaskLimits bounds, long begin) throws InterruptedException {
        AttemptProcesses family = execution.family();
        CompletableFuture<?> waking = execution.end().thenRun(stop::wake);
        Duration limit = start.spec().limits().time();
        long limitAt = limit == null ? FAR : saturated(limit);
        long signalAt = signalAt(limitAt);
        long killAt = FAR;
        boolean stopped = false;
        boolean timedOut = false;
        while (!execution.isOver()) {
            boolean hurry = suspension.isWanted() && (stopped || timedOut);
            if (hurry) {
                suspension.want(false);
            }
            follow(execution);
            long age = age(begin);
            killAt = hurry ? age : killAt;
            Duration grace = stop.take();
            if (grace != null && !execution.isOver()) {
                if (!stopped && !timedOut) {
                    stopped = true;
                    execution.disturb();
                    family.signal(false);
                    goOn(family);
                }
                killAt = Math.min(killAt, age + saturated(grace));
            } else if (age >= limitAt && !timedOut && !stopped) {
                timedOut = true;
                killAt = age + saturated(context.killGrace().get());
                execution.disturb();
                family.signal(false);
            }
            if (age >= signalAt && !stopped && !timedOut) {
                signalAt = FAR;
                forewarn(family);
            }
            boolean over = bounds.exceeded() != null;
            if (age >= killAt || (over && !stopped && !timedOut)) {
                execution.disturb();
                family.signal(true);
                killAt = age + TimeUnit.MILLISECONDS.toNanos(100);
            }
            long due = timedOut || stopped || suspension.isStill() ? FAR : Math.min(limitAt, signalAt);
            long next = Math.min(due, killAt);
            stop.await(
                    () -> !execution.isOver() && suspension.isSettled() && (over || bounds.exceeded() == null),
                    next - age);
        }
        waking.cancel(false);
        // What it ran in may have been frozen just when it had ended.
        goOn(family);
        int code = execution.code();
        if (!execution.endAll(KILL_LIMIT)) {
            LOG.error("some processes of {} can't be killed", start.attempt());
        }
        Exceeded over = stopped || timedOut ? null : code == 0 ? bounds.exceeded() : bounds.reason();
        boolean unknown = execution.isUnknown() && !stopped && !timedOut && over == null;
        return new Ending(
                code, stopped, timedOut, over, unknown, usage(ran(age(begin)), execution.cpu(), bounds, over));
    }

    /** When it is told that its time is almost over; never, if nobody wants that. */
    private long signalAt(long limitAt) {
        Forewarning forewarning = start.spec().limits().forewarning();
        return limitAt == FAR || forewarning == null ? FAR : limitAt - saturated(forewarning.before());
    }

    private void forewarn(AttemptProcesses family) {
        Forewarning forewarning = start.spec().limits().forewarning();
        if (forewarning != null) {
            family.tell(forewarning.signal());
        }
    }

    /** Time that it ran since then, without that in which it stood still. */
    private long age(long begin) {
        long now = System.nanoTime();
        return now - begin - suspension.total(now);
    }

    /** Never nothing of what travels as milliseconds: no time at all would say that nobody measured it. */
    static Duration ran(long nanos) {
        return longer(Duration.ofNanos(nanos), Duration.ofMillis(1));
    }

    /** Makes the processes what they shall be: still or moving. */
    private void follow(RunningCommand execution) {
        if (!suspension.isWanted()) {
            goOn(execution.family());
        } else if (!suspension.isStill()) {
            suspension.become(true, System.nanoTime());
            execution.disturb();
            execution.family().freeze();
        }
    }

    /** What stands still can't even end, unless it is killed. */
    private void goOn(AttemptProcesses family) {
        if (suspension.isStill()) {
            family.thaw();
            suspension.become(false, System.nanoTime());
        }
    }

    private static long saturated(Duration duration) {
        return duration.compareTo(Duration.ofDays(3650)) < 0 ? duration.toNanos() : FAR;
    }

    private synchronized Usage usage(Duration run, Duration ended, TaskLimits bounds, @Nullable Exceeded over) {
        // Not multiplied as a duration, which is done with decimal numbers of any length.
        Duration most = Duration.ofNanos(run.toNanos() * CORES);
        Duration seen = longer(cpu, ended.compareTo(most) < 0 ? ended : most);
        return new Usage(run, longer(bounds.cpu(), seen), bounds.peak(peak, over));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
