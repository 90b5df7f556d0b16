package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.NativeText;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt from its inputs to its report, in the thread that calls {@link #run}; others may ask it to end, to stand
 * still or to go on, and look at what it uses. When the report is there, no process of the attempt lives and its
 * directory is gone.
 *
 * <p>Only {@link #watch} signals processes, and only through {@link AttemptProcesses}: whoever changes how a process is
 * confined has to see to it that its four verbs (ask, kill, freeze, thaw) still reach the whole tree.
 */
final class AttemptRun {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptRun.class);
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
    private final TaskCommand command;
    private final RunContext context;
    private final EndedChildren endedChildren;
    private final StopWish stop = new StopWish();
    private final Suspension suspension = new Suspension();
    private final long ordered = System.nanoTime();
    private final DiskShare disk;

    private @Nullable AttemptProcesses processes;
    private volatile @Nullable Written written;
    private volatile @Nullable TaskLimits limits;
    private Duration cpu = Duration.ZERO;
    private MemorySize peak = MemorySize.ZERO;
    /** Confined to the thread that samples. */
    private long nextLook = System.nanoTime() + FIRST_LOOK.toNanos();

    AttemptRun(Start start, RunContext context, EndedChildren endedChildren) {
        this.start = start;
        this.command = new TaskCommand(start);
        this.context = context;
        this.endedChildren = endedChildren;
        this.disk = new DiskShare(start.spec().needs(), context.confinement().room(), root());
    }

    private Path root() {
        return context.work().resolve(AgentDirectory.nameOf(attempt()));
    }

    /** How the leading process ended, and what the kernel refused it, told also if it did well without. */
    private record Ending(
            int code,
            boolean stopped,
            boolean timedOut,
            @Nullable Exceeded exceeded,
            boolean victim,
            String refusals) {}

    AttemptId attempt() {
        return start.attempt();
    }

    /** Asks the attempt to end; it may be asked again with a shorter grace. */
    void stop(Duration grace) {
        suspension.want(false);
        stop.ask(grace);
    }

    /**
     * Asks the attempt to stand still, whatever it is doing: a process stops where it is, one that has not started does
     * not start; inputs still arrive. The time limit does not run meanwhile. One that is being ended already is ended
     * at once instead.
     */
    void suspend() {
        suspension.want(true);
        stop.wake();
    }

    void resume() {
        suspension.want(false);
        stop.wake();
    }

    /** Where it writes; null before its process starts and when that has ended. */
    @Nullable
    Written written() {
        return written;
    }

    /** Whether it is time to look at what it uses. */
    boolean isDue(long nanoTime) {
        return nanoTime - nextLook >= 0;
    }

    /** What it uses now; null while nothing runs. */
    AttemptProcesses.@Nullable Use sample(List<ProcessTable.Entry> entries) {
        AttemptProcesses running;
        synchronized (this) {
            running = processes;
        }
        TaskLimits bounds = limits;
        boolean watched = bounds != null && bounds.isWatched();
        nextLook = System.nanoTime() + (watched ? WATCHING : SAMPLING).toNanos();
        if (running == null || bounds == null) {
            return null;
        }
        AttemptProcesses.Use use = running.look(entries);
        Duration cpuSoFar;
        synchronized (this) {
            cpu = use.cpu().compareTo(cpu) > 0 ? use.cpu() : cpu;
            peak = use.memory().compareTo(peak) > 0 ? use.memory() : peak;
            cpuSoFar = cpu;
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

    /** CPU time of what lives now, at this reading of the table. */
    Duration cpu(List<ProcessTable.Entry> entries) {
        AttemptProcesses running;
        synchronized (this) {
            running = processes;
        }
        return running == null ? Duration.ZERO : running.look(entries).cpu();
    }

    Runs.View view() {
        Duration since = Duration.ofNanos(System.nanoTime() - ordered);
        return new Runs.View(attempt(), start.spec().type(), start.owner(), since, suspension.isWanted());
    }

    AttemptReport run() throws InterruptedException {
        Path root = root();
        try {
            return runIn(Workspace.create(root));
        } catch (IOException failed) {
            LOG.warn("{} could not be run here", attempt(), failed);
            return notStarted("the node could not set it up: " + failed);
        } finally {
            Trees.clear(root);
        }
    }

    private AttemptReport runIn(Workspace workspace) throws IOException, InterruptedException {
        try (Preparation preparation = new Preparation(start, context, stop, suspension::isWanted, workspace)) {
            List<OutputFile> outputs = command.outputs();
            Room room = preparation.room();
            while (suspension.isWanted() && !stop.isAsked()) {
                stop.await(suspension::isWanted, FAR);
            }
            if (stop.isAsked()) {
                return bare(Outcome.STOPPED, "");
            }
            refuseAltered();
            TaskLaunch launch = new TaskLaunch(command, context, workspace, room);
            String obstacle = launch.obstacle();
            return obstacle == null ? execute(launch, workspace, outputs) : bare(Outcome.NOT_STARTABLE, obstacle);
        } catch (NotStartable | IllegalArgumentException impossible) {
            return notStarted(String.valueOf(impossible.getMessage()));
        }
    }

    /** Rather not at all than with other words than the job's. */
    private void refuseAltered() throws NotStartable {
        List<String> words = new ArrayList<>(command.words());
        words.addAll(command.environment(context.surroundings()).values());
        Optional<String> altered = NativeText.altered(words);
        if (altered.isPresent()) {
            throw new NotStartable("this node can't hand '" + altered.get()
                    + "' to a program: start its agent with a UTF-8 locale such as LC_ALL=C.UTF-8");
        }
    }

    /** A full disk says nothing about the type. */
    private AttemptReport notStarted(String why) {
        Exceeded full = disk.verdict(inputs(), why);
        return full == null ? bare(Outcome.NOT_STARTABLE, why) : bare(full.outcome(), full.detail());
    }

    private MemorySize inputs() {
        long bytes = 0;
        for (InputFile input : command.inputs()) {
            bytes += Math.min(input.size(), FAR - bytes);
        }
        return new MemorySize(bytes);
    }

    private AttemptReport execute(TaskLaunch launch, Workspace workspace, List<OutputFile> outputs)
            throws IOException, InterruptedException {
        try (ControlGroup group = context.confinement().group(AgentDirectory.nameOf(attempt()), start.spec())) {
            TaskLimits bounds = new TaskLimits(start.spec().needs(), group, disk);
            limits = bounds;
            long since = context.table().now();
            Process leader;
            try {
                leader = context.launcher().start(launch.builder(group));
            } catch (IOException | IllegalArgumentException failed) {
                return notStarted("it could not be started: " + failed.getMessage());
            }
            long begin = System.nanoTime();
            written = new Written(workspace.files(), workspace.root(), outputs);
            Ending ending = watch(leader, since, begin, bounds, launch.isWrapped());
            written = null;
            Usage usage = usage(Duration.ofNanos(age(begin)), bounds, ending.exceeded());
            try {
                return report(workspace, outputs, launch, ending, usage);
            } catch (IOException failed) {
                LOG.warn("what {} left could not be taken", attempt(), failed);
                return untaken(failed, usage);
            }
        }
    }

    /** It did run, and used what it used: whoever spoils what it leaves is not given another machine for it. */
    private AttemptReport untaken(IOException failed, Usage usage) {
        Exceeded full = disk.verdict(MemorySize.ZERO, failed.toString());
        Outcome outcome = full == null ? Outcome.NO_OUTPUT : full.outcome();
        String detail = full == null ? "what it left can't be taken: " + failed.getMessage() : full.detail();
        return new AttemptReport(
                attempt(), outcome, 0, detail.replaceAll("\\p{Cntrl}", " "), usage, Outputs.NONE, null, null, "");
    }

    private Ending watch(Process leader, long since, long begin, TaskLimits bounds, boolean wrapped)
            throws InterruptedException {
        AttemptProcesses family =
                new AttemptProcesses(context.table(), leader, since, attempt(), context.surroundings(), wrapped);
        synchronized (this) {
            processes = family;
        }
        // Of the handle: where there are two processors or one, that of the process itself costs a thread.
        CompletableFuture<ProcessHandle> end = leader.toHandle().onExit();
        CompletableFuture<Void> waking = end.thenRun(stop::wake);
        Duration limit = start.spec().limits().time();
        long limitAt = limit == null ? FAR : saturated(limit);
        long killAt = FAR;
        boolean stopped = false;
        boolean timedOut = false;
        while (!end.isDone() && leader.isAlive()) {
            boolean hurry = suspension.isWanted() && (stopped || timedOut);
            if (hurry) {
                suspension.want(false);
            }
            follow(family);
            long age = age(begin);
            killAt = hurry ? age : killAt;
            Duration grace = stop.take();
            if (grace != null && leader.isAlive()) {
                if (!stopped && !timedOut) {
                    stopped = true;
                    family.signal(false);
                    goOn(family);
                }
                killAt = Math.min(killAt, age + saturated(grace));
            } else if (age >= limitAt && !timedOut && !stopped) {
                timedOut = true;
                killAt = age + saturated(context.killGrace().get());
                family.signal(false);
            }
            boolean over = bounds.exceeded() != null;
            if (age >= killAt || (over && !stopped && !timedOut)) {
                family.signal(true);
                killAt = age + TimeUnit.MILLISECONDS.toNanos(100);
            }
            long next = Math.min(timedOut || stopped || suspension.isStill() ? FAR : limitAt, killAt);
            stop.await(
                    () -> !end.isDone()
                            && leader.isAlive()
                            && suspension.isSettled()
                            && (over || bounds.exceeded() == null),
                    next - age);
        }
        waking.cancel(false);
        int code = leader.waitFor();
        if (!family.killAll(bounds.group(), KILL_LIMIT)) {
            LOG.error("some processes of {} can't be killed", attempt());
        }
        Exceeded over = stopped || timedOut ? null : code == 0 ? bounds.exceeded() : bounds.reason();
        if (over == null && code != 0 && !stopped && !timedOut && disk.isDiskFull()) {
            over = disk.verdict(MemorySize.ZERO, "");
        }
        return new Ending(code, stopped, timedOut, over, bounds.wasVictim(), bounds.refusals());
    }

    /** Time that it ran since then, without that in which it stood still. */
    private long age(long begin) {
        long now = System.nanoTime();
        return now - begin - suspension.total(now);
    }

    /** Makes the processes what they shall be: still or moving. */
    private void follow(AttemptProcesses family) {
        if (!suspension.isWanted()) {
            goOn(family);
        } else if (!suspension.isStill()) {
            suspension.become(true, System.nanoTime());
            family.freeze();
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

    private synchronized Usage usage(Duration run, TaskLimits bounds, @Nullable Exceeded over) {
        Duration most = run.multipliedBy(CORES);
        Duration ended = endedChildren.sinceLast();
        Duration bounded = ended.compareTo(most) < 0 ? ended : most;
        Duration counted = bounds.cpu();
        Duration seen = bounded.compareTo(cpu) > 0 ? bounded : cpu;
        return new Usage(run, counted.compareTo(seen) > 0 ? counted : seen, bounds.peak(peak, over));
    }

    private AttemptReport report(
            Workspace workspace, List<OutputFile> wanted, TaskLaunch launch, Ending ending, Usage usage)
            throws IOException, InterruptedException {
        AttemptId attempt = attempt();
        String tail = tail(workspace);
        if (ending.stopped()) {
            return new AttemptReport(attempt, Outcome.STOPPED, 0, "", usage, Outputs.NONE, null, null, tail);
        }
        String failure = launch.startFailure(ending.code(), tail);
        if (failure != null) {
            return new AttemptReport(attempt, Outcome.NOT_STARTABLE, 0, failure, usage, Outputs.NONE, null, null, "");
        }
        Exceeded over = ending.exceeded();
        if (over != null && over.outcome() == Outcome.RETURNED) {
            return new AttemptReport(
                    attempt, Outcome.RETURNED, 0, over.detail(), usage, Outputs.NONE, null, null, tail);
        }
        OutputCollector collector = new OutputCollector(
                launch.room(),
                context.results().files(attempt),
                context.inlineLimit().getAsInt(),
                new Gathering(context.launcher(), stop, start.spec(), usage.run()),
                context.results().manyFiles());
        Gathered gathered = gathered(collector, wanted, ending);
        ResultFile stdout = null;
        ResultFile stderr = null;
        try {
            stdout = collector.stream(Written.STDOUT, workspace.stdout());
            stderr = collector.stream(Written.STDERR, workspace.stderr());
        } catch (Ungathered ungathered) {
            gathered = gathered.without(ungathered);
        } catch (AccessDeniedException | NoSuchFileException spoiled) {
            gathered = gathered.without(Ungathered.missing("what it printed can't be read: " + spoiled.getMessage()));
        }
        if (gathered.outcome() == Outcome.STOPPED) {
            return new AttemptReport(attempt, Outcome.STOPPED, 0, "", usage, Outputs.NONE, null, null, tail);
        }
        collector.moveBlobs();
        return new AttemptReport(
                attempt,
                gathered.outcome(),
                ending.code(),
                gathered.detail(),
                usage,
                gathered.outputs(),
                stdout,
                stderr,
                tail);
    }

    /** Empty if the task saw to it that nobody reads it. */
    private static String tail(Workspace workspace) throws IOException {
        try {
            return Tail.of(workspace.stderr());
        } catch (AccessDeniedException | NoSuchFileException spoiled) {
            return "";
        }
    }

    private Gathered gathered(OutputCollector collector, List<OutputFile> wanted, Ending ending)
            throws IOException, InterruptedException {
        Exceeded over = ending.exceeded();
        if (ending.timedOut()) {
            return Gathered.nothing(Outcome.TIMED_OUT, "it ran longer than its time limit of " + limit());
        }
        if (over != null) {
            return Gathered.nothing(over.outcome(), over.detail());
        }
        if (ending.code() != 0) {
            String signal =
                    ending.code() > 128 && ending.code() <= 192 ? " (signal " + (ending.code() - 128) + ")" : "";
            String victim = ending.victim() ? "; the machine had no memory left and its kernel killed it" : "";
            return Gathered.nothing(Outcome.EXITED, "exit code " + ending.code() + signal + victim);
        }
        return Gathered.of(collector, wanted, ending.refusals());
    }

    private String limit() {
        Duration limit = start.spec().limits().time();
        return limit == null ? "nothing" : limit.toMillis() / 1000.0 + " s";
    }

    private AttemptReport bare(Outcome outcome, String detail) {
        return AttemptReport.bare(attempt(), outcome, detail.replaceAll("\\p{Cntrl}", " "));
    }
}
