package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.Cards;
import org.gleaner.agent.machine.NativeText;
import org.gleaner.agent.run.Supervision.Ending;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.FileLayout;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Spans;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.wording.FaultWords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt from its inputs to its report, in the thread that calls {@link #run}; others may ask it to end, to stand
 * still or to go on, and look at what it uses. When the report is there, no process of the attempt lives and its
 * directory is gone.
 */
final class AttemptRun {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptRun.class);

    /** What a shell says of a command that is there and can't be run. */
    private static final int NOT_EXECUTABLE = 126;

    private final Start start;
    private final TaskCommand command;
    private final RunContext context;
    private final Supervision supervision;
    private final StopWish stop;
    private final long ordered = System.nanoTime();
    private final EndedChildren endedChildren;
    private final @Nullable Runners runners;
    private final boolean more;
    private final int era;
    private DiskShare disk;
    /** Whether what runs it lives on when it has ended. */
    private boolean served;

    private volatile @Nullable Written written;

    /** One with processes of its own. */
    AttemptRun(Start start, RunContext context, EndedChildren endedChildren) {
        this(start, context, endedChildren, null, false);
    }

    /**
     * One that may be a runner's turn.
     *
     * @param more whether others of its lane wait behind it
     */
    AttemptRun(Start start, RunContext context, EndedChildren endedChildren, @Nullable Runners runners, boolean more) {
        this.endedChildren = endedChildren;
        this.runners = runners;
        this.more = more;
        this.era = runners == null ? 0 : runners.era();
        this.start = start;
        this.command = new TaskCommand(start);
        this.context = context;
        this.supervision = new Supervision(start, context);
        this.stop = supervision.stopping();
        this.disk = new DiskShare(start.spec().needs(), context.confinement().room(), root());
    }

    private Path root() {
        return context.work().resolve(AgentDirectory.nameOf(attempt()));
    }

    AttemptId attempt() {
        return start.attempt();
    }

    int cores() {
        return start.spec().needs().cores();
    }

    /** Asks the attempt to end; it may be asked again with a shorter grace. */
    void stop(Duration grace) {
        resume();
        stop.ask(grace);
    }

    /**
     * Asks the attempt to stand still, whatever it is doing: a process stops where it is, one that has not started does
     * not start; inputs still arrive. The time limit does not run meanwhile. One that is being ended already is ended
     * at once instead.
     */
    void suspend() {
        supervision.suspend(true);
    }

    void resume() {
        supervision.suspend(false);
    }

    /** Where it writes; null before its process starts and when that has ended. */
    @Nullable
    Written written() {
        return written;
    }

    /** Its processes, for whoever looks at what they use. */
    Supervision supervision() {
        return supervision;
    }

    Runs.View view() {
        Duration since = Duration.ofNanos(System.nanoTime() - ordered);
        return new Runs.View(attempt(), start.spec().type(), start.owner(), since, supervision.isSuspended());
    }

    AttemptReport run() throws InterruptedException {
        Runner runner = runners == null ? null : runners.take(start, more, era, this::fill);
        if (runners != null && runner != null) {
            DiskShare own = disk;
            try {
                disk = disk.in(runner.workspace().root());
                return runIn(runner.workspace(), runner);
            } catch (Unanswered lost) {
                // Once: whoever ends its own runner ends its own sandbox too, and that is its own end.
                LOG.info("{} starts again by itself: the process that ran it was ended", attempt());
                disk = own;
                served = false;
            } catch (IOException failed) {
                return notPrepared(failed);
            } finally {
                runners.giveBack(runner);
            }
        }
        Path root = root();
        try {
            return runIn(Workspace.create(root), null);
        } catch (IOException failed) {
            return notPrepared(failed);
        } finally {
            Trees.clear(root);
        }
    }

    /** Lays what it has in common with other attempts of its job; null if it shall end. */
    private @Nullable Room fill(Workspace workspace) throws IOException, NotStartable, InterruptedException {
        Start common = new Start(attempt(), start.lane(), start.spec(), null, start.owner());
        try (Preparation preparation = new Preparation(common, context, stop, supervision::isSuspended, workspace)) {
            Room room = preparation.room();
            return stop.isAsked() ? null : room;
        }
    }

    /** What ran it ended before it, and nobody knows what would have become of it. */
    private static final class Unanswered extends IOException {
        private Unanswered() {
            super("the process that ran it was ended");
        }
    }

    private AttemptReport notPrepared(IOException failed) {
        LOG.warn("{} could not be run here: {}", attempt(), failed.toString());
        return notStarted("the node could not prepare it: " + SystemWords.withoutPlaces(failed));
    }

    /** Its owner's to mend, and the same on every node: so it counts as the task's failure, as a shell's would. */
    private AttemptReport unplaceable(FileLayout.Fault fault) {
        String why = "it can't be started: its job names " + FaultWords.of(fault);
        return new AttemptReport(
                attempt(), Outcome.EXITED, NOT_EXECUTABLE, why, Usage.NONE, Outputs.NONE, null, null, "");
    }

    private AttemptReport runIn(Workspace workspace, @Nullable Runner runner) throws IOException, InterruptedException {
        int count = start.spec().needs().uses().of(Amounts.GPU);
        try (Preparation preparation = new Preparation(start, context, stop, supervision::isSuspended, workspace);
                Cards.Taken cards = context.surroundings().cards().take(count)) {
            List<OutputFile> outputs = command.outputs();
            Optional<FileLayout.Fault> fault = FileLayout.among(command.inputs());
            if (fault.isPresent()) {
                return unplaceable(fault.get());
            }
            Room room = runner == null ? preparation.room() : runner.room(preparation);
            supervision.awaitLeave();
            if (stop.isAsked()) {
                return bare(Outcome.STOPPED, "");
            }
            refuseAltered();
            TaskLaunch launch = new TaskLaunch(command.using(cards), context, workspace, room);
            String obstacle = launch.obstacle();
            if (obstacle != null) {
                return bare(Outcome.NOT_STARTABLE, obstacle);
            }
            return runner == null ? execute(launch, workspace, outputs) : turn(launch, runner, outputs);
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
            throw new NotStartable("this node can't pass '" + altered.get()
                    + "' to a program: start its agent with a UTF-8 locale such as LC_ALL=C.UTF-8");
        }
    }

    /** A full disk says nothing about the type. */
    private AttemptReport notStarted(String why) {
        long inputs = 0;
        for (InputFile input : command.inputs()) {
            inputs += Math.min(input.size(), Long.MAX_VALUE / 4 - inputs);
        }
        Exceeded full = disk.verdict(new MemorySize(inputs), why);
        return full == null ? bare(Outcome.NOT_STARTABLE, why) : bare(full.outcome(), full.detail());
    }

    private AttemptReport execute(TaskLaunch launch, Workspace workspace, List<OutputFile> outputs)
            throws IOException, InterruptedException {
        try (ControlGroup group = context.confinement().group(AgentDirectory.nameOf(attempt()), start.spec())) {
            TaskLimits bounds = new TaskLimits(start.spec().needs(), group, disk);
            RunningCommand.Starter starter =
                    () -> OwnProcess.start(launch, context, start.attempt(), group, endedChildren);
            return supervised(starter, bounds, launch, workspace, outputs);
        }
    }

    /** In a sandbox that earlier attempts of its lane have used. */
    private AttemptReport turn(TaskLaunch launch, Runner runner, List<OutputFile> outputs)
            throws IOException, InterruptedException {
        served = runner.kind().serves();
        TaskLimits bounds = new TaskLimits(start.spec().needs(), runner.group(), disk, runner.cpuBefore());
        return supervised(() -> runner.begin(launch, start.attempt()), bounds, launch, runner.workspace(), outputs);
    }

    private AttemptReport supervised(
            RunningCommand.Starter starter,
            TaskLimits bounds,
            TaskLaunch launch,
            Workspace workspace,
            List<OutputFile> outputs)
            throws Unanswered, InterruptedException {
        Ending ending;
        try {
            written = new Written(workspace.files(), workspace.door(), outputs);
            Duration expiry = start.expiry();
            bounds.expectProgress(expiry == null ? null : new Stagnation(expiry, workspace.files(), System.nanoTime()));
            ending = supervision.run(starter, bounds);
        } catch (Runner.Gone gone) {
            if (served) {
                throw new Unanswered();
            }
            return bare(Outcome.RETURNED, String.valueOf(gone.getMessage()));
        } catch (IOException | IllegalArgumentException failed) {
            return notStarted("it could not be started: " + failed.getMessage());
        } finally {
            written = null;
        }
        if (ending.unknown()) {
            throw new Unanswered();
        }
        try {
            return report(workspace, outputs, launch, ending, bounds);
        } catch (IOException failed) {
            LOG.warn("could not collect what {} left: {}", attempt(), failed.toString());
            return uncollected(failed, ending.usage());
        }
    }

    /** It did run, and used what it used: whoever spoils what it leaves is not given another machine for it. */
    private AttemptReport uncollected(IOException failed, Usage usage) {
        Exceeded full = disk.verdict(MemorySize.ZERO, failed.toString());
        return full == null
                ? ended(Outcome.NO_OUTPUT, "its outputs can't be collected: " + failed.getMessage(), usage, "")
                : ended(full.outcome(), full.detail(), usage, "");
    }

    private AttemptReport report(
            Workspace workspace, List<OutputFile> wanted, TaskLaunch launch, Ending ending, TaskLimits bounds)
            throws IOException, InterruptedException {
        String tail = tail(workspace);
        Usage usage = ending.usage();
        if (ending.stopped()) {
            return ended(Outcome.STOPPED, "", usage, tail);
        }
        String failure = launch.startFailure(ending.code(), tail);
        if (failure != null) {
            return ended(Outcome.NOT_STARTABLE, failure, usage, "");
        }
        OutputCollector collector = new OutputCollector(
                launch.room(),
                context.results().files(attempt()),
                context.inlineLimit().getAsInt(),
                new Gathering(context.launcher(), stop, start.spec(), usage.run()),
                context.results().manyFiles(),
                served);
        Gathered gathered = gathered(collector, wanted, ending, bounds);
        if (gathered.outcome() == Outcome.RETURNED) {
            return ended(Outcome.RETURNED, gathered.detail(), usage, tail);
        }
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
            return ended(Outcome.STOPPED, "", usage, tail);
        }
        collector.moveBlobs();
        return new AttemptReport(
                attempt(),
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

    private Gathered gathered(OutputCollector collector, List<OutputFile> wanted, Ending ending, TaskLimits bounds)
            throws IOException, InterruptedException {
        Exceeded over = ending.exceeded();
        if (ending.timedOut()) {
            Duration limit = Objects.requireNonNull(start.spec().limits().time());
            return Gathered.nothing(Outcome.TIMED_OUT, "it ran longer than its time limit of " + Spans.text(limit));
        }
        if (over != null) {
            return Gathered.nothing(over.outcome(), over.detail());
        }
        if (ending.code() != 0) {
            String signal =
                    ending.code() > 128 && ending.code() <= 192 ? " (signal " + (ending.code() - 128) + ")" : "";
            String victim = bounds.wasVictim() ? "; the machine ran out of memory and its kernel killed it" : "";
            return Gathered.nothing(Outcome.EXITED, "exit code " + ending.code() + signal + victim);
        }
        Gathered found = Gathered.of(collector, wanted, bounds.refusals());
        // A shell goes on when a file could not be written, and may end well without it.
        Exceeded full =
                found.outcome() == Outcome.NO_OUTPUT && disk.isDiskFull() ? disk.verdict(MemorySize.ZERO, "") : null;
        return full == null ? found : Gathered.nothing(full.outcome(), full.detail());
    }

    private AttemptReport bare(Outcome outcome, String detail) {
        return ended(outcome, detail, Usage.NONE, "");
    }

    /** Without any file. */
    private AttemptReport ended(Outcome outcome, String detail, Usage usage, String tail) {
        String line = detail.replaceAll("\\p{Cntrl}", " ");
        return new AttemptReport(attempt(), outcome, 0, line, usage, Outputs.NONE, null, null, tail);
    }
}
