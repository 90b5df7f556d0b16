package org.gleaner.agent.run;

import java.io.Closeable;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.DiskRoom;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Counted;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All attempts that run now, each in a thread of its own, and one thread that looks at what they use. Thread-safe. */
public final class Runs implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);
    private static final Duration TICK = Duration.ofMillis(250);
    /** A look that takes longer is told: nobody sees to the limits of tasks meanwhile. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

    private final RunContext context;
    private final EndedChildren endedChildren;
    private final Consumer<AgentInput> inbox;
    private final ExecutorService threads;
    private final Map<AttemptId, AttemptRun> running = new ConcurrentHashMap<>();
    private final Runners runners;
    private final Vigil sampling;
    /** When the look began that is being taken now; null between looks. */
    private volatile @Nullable Long lookingSince;

    public Runs(RunContext context, Consumer<AgentInput> inbox, ThreadFactory daemons) {
        this.context = context;
        this.endedChildren = new EndedChildren(context.table());
        this.inbox = inbox;
        this.runners = new Runners(context, daemons);
        this.threads = Executors.newCachedThreadPool(daemons);
        this.sampling = new Vigil(
                daemons,
                this::sampleOnce,
                (failures, bug) -> LOG.error("checking what tasks use failed; retrying", bug));
    }

    public void startSampling() {
        sampling.start();
    }

    /** @param more whether others of its lane wait behind it */
    public void start(Start order, boolean more) {
        AttemptRun run = new AttemptRun(order, context, endedChildren, runners, more);
        running.put(run.attempt(), run);
        runners.makeRoom(
                order, running.values().stream().mapToInt(AttemptRun::cores).sum());
        threads.execute(() -> finish(run));
        wakeSampler();
    }

    /** From now on the number of a job may be another job's. */
    public void beginEra() {
        runners.beginEra();
    }

    public boolean isRunning(AttemptId attempt) {
        return running.containsKey(attempt);
    }

    /** Where an attempt writes; empty before its process starts and when its end is being reported. */
    public Optional<Written> written(AttemptId attempt) {
        AttemptRun run = running.get(attempt);
        return run == null ? Optional.empty() : Optional.ofNullable(run.written());
    }

    public void kill(AttemptId attempt, Duration grace) {
        ask(attempt, run -> run.stop(grace));
    }

    public void suspend(AttemptId attempt) {
        ask(attempt, AttemptRun::suspend);
    }

    public void resume(AttemptId attempt) {
        ask(attempt, AttemptRun::resume);
    }

    /** As long as tasks are not welcome, nothing stays that only waits for them. */
    public void welcome(boolean welcome) {
        runners.welcome(welcome);
    }

    private void ask(AttemptId attempt, Consumer<AttemptRun> wish) {
        AttemptRun run = running.get(attempt);
        if (run != null) {
            wish.accept(run);
        }
    }

    /** CPU time of all attempts that ever ran here; it only grows, but for what a task managed to hide. */
    public Duration cpu() {
        List<AttemptRun> now = List.copyOf(running.values());
        // Looking at every process of the machine would be most of what an agent without work does.
        List<ProcessTable.Entry> entries =
                now.isEmpty() && runners.areNone() ? List.of() : context.table().read();
        Duration living =
                now.stream().map(run -> run.supervision().cpu(entries)).reduce(Duration.ZERO, Duration::plus);
        return living.plus(runners.cpuOfIdle(entries)).plus(context.table().ofEndedChildren());
    }

    /** Bytes that all attempts used when each was last looked at. */
    public long memory() {
        return running.values().stream()
                .mapToLong(run -> run.supervision().resident().bytes())
                .sum();
    }

    /** What is wrong with the thread that sees to the limits of tasks, for people; empty if nothing is. */
    public Optional<String> trouble() {
        return trouble(LONGEST_LOOK);
    }

    Optional<String> trouble(Duration longest) {
        Long since = lookingSince;
        Duration looking = since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
        if (looking.compareTo(longest) > 0) {
            return Optional.of("limits are not enforced now: a check of what tasks use has hung for "
                    + looking.toSeconds() + " s");
        }
        long failures = sampling.failures();
        return failures == 0
                ? Optional.empty()
                : Optional.of("checks of what tasks use failed " + Counted.of(failures, "time")
                        + " since the agent started; see its log");
    }

    public boolean isIdle() {
        return running.isEmpty();
    }

    /** Whether somebody who wants the machine for himself would find something of ours on it. */
    public boolean isInTheWay() {
        return !running.isEmpty() || runners.holdMemory();
    }

    /** What runs now, for whoever wants to look. */
    public List<View> views() {
        return running.values().stream()
                .map(AttemptRun::view)
                .sorted(Comparator.comparing(View::attempt))
                .toList();
    }

    /** One attempt from outside. */
    public record View(
            AttemptId attempt, String type, @Nullable Owner owner, Duration since, boolean suspended) {}

    /** What becomes of an attempt whose result could not be written down. */
    public AgentInput notKept(AttemptReport report, String why) {
        DiskRoom room = context.confinement().room();
        boolean own = false;
        if (room != null && DiskRoom.isFullBy(why)) {
            own = room.isTooMuch(context.results().bytes(report.attempt()));
            if (!own) {
                room.noteFull();
            }
        }
        return new AgentInput.ResultNotKept(report.attempt(), own ? Outcome.OUT_OF_DISK : Outcome.RETURNED, why);
    }

    @Override
    public void close() {
        sampling.close();
        threads.shutdown();
        runners.close();
    }

    /** The end must be reported whatever happens, or the attempt would hold its slot for ever. */
    private void finish(AttemptRun run) {
        AttemptReport report =
                AttemptReport.bare(run.attempt(), Outcome.NOT_STARTABLE, "the agent failed; see its log");
        try {
            report = run.run();
        } catch (OutOfMemoryError full) {
            // Says nothing of the task, which must not be blocked for it.
            report = AttemptReport.bare(run.attempt(), Outcome.EVICTED, "the agent ran out of memory");
            throw full;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            running.remove(run.attempt());
            LOG.debug("{} ended: {} {}", run.attempt(), report.outcome().word(), report.detail());
            inbox.accept(new AgentInput.AttemptFinished(report));
        }
    }

    private synchronized void wakeSampler() {
        notifyAll();
    }

    /** An idle agent wakes no processor. */
    private synchronized void awaitWork() throws InterruptedException {
        while (running.isEmpty() && runners.areNone()) {
            wait();
        }
    }

    private void sampleOnce() throws InterruptedException {
        awaitWork();
        Thread.sleep(TICK.toMillis());
        runners.closeBored();
        long now = System.nanoTime();
        List<AttemptRun> due = running.values().stream()
                .filter(run -> run.supervision().isDue(now))
                .toList();
        if (!due.isEmpty()) {
            lookingSince = now;
            try {
                sample(due);
            } finally {
                lookingSince = null;
            }
        }
    }

    /** What goes wrong with one is not allowed to hide the others. */
    private void sample(List<AttemptRun> runs) {
        List<ProcessTable.Entry> entries = context.table().read();
        RuntimeException failure = null;
        for (AttemptRun run : runs) {
            try {
                AttemptProcesses.Use use = run.supervision().sample(entries);
                if (use != null && running.containsKey(run.attempt())) {
                    inbox.accept(new AgentInput.UsageSampled(run.attempt(), use.cpu(), use.memory()));
                }
            } catch (RuntimeException bug) {
                failure = bug;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
