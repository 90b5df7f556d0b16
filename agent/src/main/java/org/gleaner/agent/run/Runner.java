package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.id.AttemptId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell, in a sandbox if there is one, that runs attempts of one job one after the other, or a command that does
 * ({@link RunnerShell}); docs/adr tells why one may follow another there. Used by one attempt at a time; one thread of
 * its own listens to what it answers.
 */
final class Runner implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
    /** Whatever a task may have bent without our knowledge ends after so many. */
    private static final int MOST_TURNS = 1000;

    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final int KILLED = 137;

    private final RunContext context;
    private final RunnerKind kind;
    private final Workspace workspace;
    private final @Nullable ControlGroup group;
    private final boolean sandboxed;
    private final RunnerShell shell;
    private final Process process;
    private final OutputStream orders;
    private final long since;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    /** The sandbox, its first process, and the shell; a task can't be one of them, as they were there before. */
    private Set<Long> own = Set.of();

    private volatile @Nullable Turn turn;
    private volatile boolean silent;
    private int turns;
    private Duration before = Duration.ZERO;
    private long idleSince;
    private long busySince;
    private long worked;
    private int counted;

    private Runner(RunContext context, RunnerKind kind, Place place, @Nullable ControlGroup group)
            throws IOException, InterruptedException {
        this.context = context;
        this.kind = kind;
        this.workspace = place.workspace();
        this.group = group;
        this.since = context.table().now();
        Bubblewrap sandbox = context.confinement().sandbox();
        this.sandboxed = sandbox != null;
        this.shell = RunnerShell.of(kind, place, sandbox);
        this.process = context.launcher().start(builder(place.room(), sandbox));
        this.orders = process.getOutputStream();
    }

    /** Where it is, with what is there for all its attempts. */
    record Place(Workspace workspace, Room room) {}

    /** Makes one; it can be used once {@link #isReady} says so. */
    static Runner start(RunContext context, RunnerKind kind, Place place, ThreadFactory daemons)
            throws IOException, InterruptedException {
        Path root = place.workspace().root();
        ControlGroup made = context.confinement().group(String.valueOf(root.getFileName()), kind.needs());
        ControlGroup group = made == null ? null : made.watched();
        Runner runner = null;
        try {
            runner = new Runner(context, kind, place, group);
            daemons.newThread(runner::listen).start();
            return runner;
        } finally {
            if (runner == null) {
                end(group, root);
            }
        }
    }

    private ProcessBuilder builder(Room room, @Nullable Bubblewrap sandbox) {
        Path setsid = context.surroundings().setsid();
        List<String> words = new ArrayList<>(setsid == null ? List.of() : List.of(setsid.toString()));
        String enter = StartScript.enter(group == null ? List.of() : group.members());
        // The name behind the lines is that by which the shell complains if it can't execute a command.
        if (sandbox == null) {
            words.addAll(List.of(StartScript.SHELL, "-c", enter + shell.lines(), StartScript.SHELL));
            words.add(workspace.door().toString());
        } else {
            words = sandbox.aroundRunner(
                    room, context.confinement().allowance(kind.needs()), workspace.door(), enter, words);
            words.addAll(List.of("-c", shell.lines(), StartScript.SHELL));
        }
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(new File("/")).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", TaskLaunch.PLAIN_PATH);
        builder.environment().put("GLEANER_AGENT", context.surroundings().marker());
        return builder;
    }

    Workspace workspace() {
        return workspace;
    }

    @Nullable
    ControlGroup group() {
        return group;
    }

    RunnerKind kind() {
        return kind;
    }

    /** Lays the files of an attempt where it finds them. */
    Room room(Preparation preparation) throws IOException, NotStartable, InterruptedException {
        return shell.room(preparation);
    }

    /** CPU time of its group until now. */
    Duration cpuBefore() {
        return group == null ? Duration.ZERO : group.cpu();
    }

    /** CPU time of itself and of what lives on in it. */
    Duration cpu(List<ProcessTable.Entry> entries) {
        Turn last = turn;
        return shell.cpu(entries, own, last == null ? null : last.family);
    }

    /** Waits until it has said that it takes orders; false if it won't. */
    boolean isReady(Duration limit) throws InterruptedException {
        try {
            if (!ready.completeOnTimeout(false, limit.toNanos(), TimeUnit.NANOSECONDS)
                    .get()) {
                return false;
            }
            own = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .map(ProcessHandle::pid)
                    .collect(Collectors.toUnmodifiableSet());
            shell.settle(process);
            return !sandboxed || own.size() > 1;
        } catch (ExecutionException | IOException failed) {
            return false;
        }
    }

    boolean isGone() {
        return silent || !process.isAlive();
    }

    void idleSince(long nanoTime) {
        if (turns > counted) {
            counted = turns;
            worked += nanoTime - busySince;
        }
        idleSince = nanoTime;
    }

    /** Whether it has waited long enough. */
    boolean isBored() {
        return System.nanoTime() - idleSince
                >= shell.patience(Duration.ofNanos(worked)).toNanos();
    }

    /** It ended while it waited, so nothing was tried. */
    static final class Gone extends IOException {
        Gone(IOException cause) {
            super("the process that was to run it had ended", cause);
        }
    }

    /** Lets it run what lies ready in its directory. */
    Turn begin(TaskLaunch launch, AttemptId attempt) throws IOException {
        shell.put(launch);
        busySince = System.nanoTime();
        Turn next = new Turn(attempt);
        turn = next;
        try {
            if (silent) {
                throw new IOException("it no longer answers");
            }
            orders.write((next.order + "\n").getBytes(StandardCharsets.US_ASCII));
            orders.flush();
        } catch (IOException broken) {
            throw new Gone(broken);
        }
        return next;
    }

    private void listen() {
        try (InputStream answers = process.getInputStream()) {
            ready.complete(RunnerAnswer.line(answers).equals(RunnerScript.READY));
            for (int order = 1; order <= MOST_TURNS; order++) {
                RunnerAnswer answer = RunnerAnswer.read(answers);
                Turn current = turn;
                if (!shell.isAnswer(answer.order(), order) || current == null || current.order != order) {
                    throw new IOException("it answered a question that nobody had asked");
                }
                current.end.complete(answer);
            }
        } catch (IOException over) {
            LOG.debug("runner {} ended: {}", workspace.root().getFileName(), over.getMessage());
            process.destroyForcibly();
            // Before we look who waits: whoever comes later looks at this.
            silent = true;
            ready.complete(false);
            Turn current = turn;
            if (current != null) {
                current.end.cancel(false);
            }
        }
    }

    /** Makes it what it was before its turn; false if that can't be, or there is any doubt. */
    boolean refresh() {
        Turn last = turn;
        boolean sound = last == null || last.isSound();
        if (!sound || turns >= MOST_TURNS || isGone() || (last != null && !isGroupSound())) {
            return false;
        }
        try {
            return shell.isFreshAgain();
        } catch (IOException spoiled) {
            LOG.debug("runner {} will not be used again: {}", workspace.root().getFileName(), spoiled.toString());
            return false;
        }
    }

    private boolean isGroupSound() {
        return group == null || (shell.isAlone(group, own.size()) && !group.wasShort() && !group.wantedMoreProcesses());
    }

    /** Ends it with all that is in it; it may take seconds. */
    @Override
    public void close() {
        try (shell) {
            orders.close();
        } catch (IOException gone) {
            LOG.trace("a runner was gone before it was told to end", gone);
        }
        shell.end(process);
        try {
            if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        end(group, workspace.root());
    }

    private static void end(@Nullable ControlGroup group, Path root) {
        if (group != null) {
            group.close();
        }
        Trees.clear(root);
    }

    /** One attempt in it. Its end is cancelled if the runner itself has ended. */
    final class Turn implements RunningCommand {
        private final int order = ++turns;
        private final AttemptProcesses family;
        private final CompletableFuture<RunnerAnswer> end = new CompletableFuture<>();
        private volatile boolean disturbed;

        Turn(AttemptId attempt) {
            family = new AttemptProcesses(
                    context.table(), process, since, attempt, context.surroundings(), shell.wrapping(own, before));
        }

        @Override
        public AttemptProcesses family() {
            return family;
        }

        @Override
        public CompletableFuture<?> end() {
            return end.handle((answer, gone) -> answer);
        }

        @Override
        public boolean isOver() {
            return end.isDone();
        }

        @Override
        public void disturb() {
            disturbed = true;
        }

        @Override
        public boolean isUnknown() {
            return end.isDone() && answer() == null;
        }

        @Override
        public int code() throws InterruptedException {
            RunnerAnswer answer = answer();
            if (answer != null) {
                return answer.code();
            }
            int code = process.waitFor();
            return code == 0 ? KILLED : code;
        }

        /** The runner has seen to it itself, unless it is gone or something resisted. */
        @Override
        public boolean endAll(Duration limit) {
            RunnerAnswer answer = answer();
            if (answer != null && answer.clean() && (sandboxed || (group != null && family.hasEnded(group)))) {
                return true;
            }
            disturb();
            boolean ended = family.killAll(group, limit);
            // With a sandbox all in it end; without, one may have become a stranger that only the group knows.
            return (sandboxed || group == null) ? ended : (group.killAll(limit) && ended);
        }

        @Override
        public Duration cpu() {
            RunnerAnswer answer = answer();
            if (answer == null) {
                return Duration.ZERO;
            }
            Duration own = answer.children().minus(before);
            before = answer.children();
            return own;
        }

        private @Nullable RunnerAnswer answer() {
            return end.isDone() && !end.isCancelled() ? end.join() : null;
        }

        private boolean isSound() {
            RunnerAnswer answer = answer();
            return answer != null && answer.clean() && !disturbed;
        }
    }
}
