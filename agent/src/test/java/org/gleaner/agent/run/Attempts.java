package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.agent.disk.InputCache;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.setup.SetupCache;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/** Runs attempts with real processes in a temporary directory; inputs come from memory. */
final class Attempts {
    static final AttemptId ATTEMPT = AttemptId.of(7, 3, 2);
    /** Another one in every run, so that tests that run at the same time do not see each other's processes. */
    static final String MARKER = UUID.randomUUID().toString().replace("-", "");

    static final int INLINE_LIMIT = 1000;

    final Path root;
    final KeptResults results;
    final ProcessTable table = new ProcessTable();
    final TaskEnvironment surroundings;
    private final Map<BlobHash, byte[]> server = new HashMap<>();
    private final RunContext context;
    /** Taken by a test that wants downloads to hang. */
    final Semaphore network = new Semaphore(1);
    /** How often the server shall yet deny what it has. */
    final AtomicInteger denials = new AtomicInteger();
    /** How often it was asked for an input. */
    final AtomicInteger requests = new AtomicInteger();

    Attempts(Path root) throws IOException {
        this(root, false);
    }

    Attempts(Path root, boolean low) throws IOException {
        this(root, low, Confinement.NONE);
    }

    Attempts(Path root, boolean low, Confinement confinement) throws IOException {
        this(root, low, confinement, Duration.ofMillis(1));
    }

    /** One that waits that long before it asks again for an input that it was denied. */
    static Attempts patient(Path root, Duration downloadPause) throws IOException {
        return new Attempts(root, false, Confinement.NONE, downloadPause);
    }

    private Attempts(Path root, boolean low, Confinement confinement, Duration downloadPause) throws IOException {
        this.root = root;
        surroundings = TaskEnvironment.of(Map.of("PATH", "/usr/bin:/bin"), MARKER, low);
        Path work = Files.createDirectories(root.resolve("work"));
        Path cache = Files.createDirectories(root.resolve("cache"));
        results = new KeptResults(Files.createDirectories(root.resolve("results")));
        SetupCache setups = new SetupCache(root.resolve("setups"), new MemorySize(8 << 20));
        setups.takeOver();
        InputCache inputs =
                new InputCache(cache, this::download, new MemorySize(1 << 20), () -> 0, confinement.sandbox() == null);
        context = new RunContext(
                work,
                results,
                inputs,
                setups,
                table,
                surroundings,
                new Launcher(low, Attempts::daemon),
                task -> daemon(task).start(),
                downloadPause,
                () -> Duration.ofMillis(200),
                () -> INLINE_LIMIT,
                confinement);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    RunContext context() {
        return context;
    }

    AttemptRun prepare(Task task) {
        return new AttemptRun(task.start(), context, new EndedChildren(table));
    }

    /** The same as another attempt, to run beside it. */
    AttemptRun prepare(Task task, int number) {
        Start start = task.start();
        return new AttemptRun(
                new Start(AttemptId.of(7, 3, number), start.lane(), start.spec(), start.entry(), null),
                context,
                new EndedChildren(table));
    }

    /** The order for one of a lane. */
    Start inLane(Task task, int number) {
        Start start = task.start();
        return new Start(AttemptId.of(7, 3, number), start.lane(), start.spec(), start.entry(), null);
    }

    /** The order for one of another job. */
    Start other(Task task) {
        Start start = task.start();
        return new Start(AttemptId.of(8, 1, 1), start.lane(), start.spec(), start.entry(), null);
    }

    /** As one of a lane, behind which others wait. */
    AttemptRun inLane(Task task, int number, @Nullable Owner owner, Runners runners) {
        Start start = task.start();
        return new AttemptRun(
                new Start(AttemptId.of(7, 3, number), start.lane(), start.spec(), start.entry(), owner),
                context,
                new EndedChildren(table),
                runners,
                true);
    }

    /** As a server orders it that tells whose it is. */
    AttemptReport run(Task task, String owner) throws InterruptedException {
        Start start = task.start();
        return new AttemptRun(
                        new Start(start.attempt(), start.lane(), start.spec(), start.entry(), new Owner(owner)),
                        context,
                        new EndedChildren(table))
                .run();
    }

    /** As one that goes on with what an earlier one had saved, beside these empty directories. */
    AttemptReport resume(Task task, List<String> directories) throws InterruptedException {
        Start start = task.start();
        return new AttemptRun(
                        new Start(
                                start.attempt(),
                                start.lane(),
                                start.spec(),
                                start.entry(),
                                null,
                                true,
                                directories,
                                null),
                        context,
                        new EndedChildren(table))
                .run();
    }

    AttemptReport run(Task task) throws InterruptedException {
        return prepare(task).run();
    }

    InputFile input(String path, byte[] content, boolean executable) {
        BlobHash hash = Content.hash(content);
        server.put(hash, content);
        return new InputFile(path, hash, content.length, executable);
    }

    private void download(BlobHash hash, long size, Path target) throws IOException, InputUnavailable {
        byte[] content = server.get(hash);
        try {
            network.acquire();
            network.release();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        requests.incrementAndGet();
        if (content == null || denials.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new InputUnavailable("no such blob");
        }
        Files.write(target, content);
    }

    /** Lets everybody look into the directory, which a test's own is closed to. */
    static void open(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static Task shell(String line) {
        return task(new CommandLine.ShellLine(line));
    }

    static Task words(String... words) {
        return task(new CommandLine.Words(List.of(words)));
    }

    /** What goes on with the next task by itself. */
    static Task serving(String... words) {
        return task(new CommandLine.Words(List.of(words), true));
    }

    private static Task task(CommandLine command) {
        return new Task(command, null, List.of(), List.of(), null, new Requirements(2, null), Workplace.PLAIN, null);
    }

    /** What a test asks for. */
    record Task(
            CommandLine command,
            @Nullable Entry entry,
            List<InputFile> inputs,
            List<OutputFile> outputs,
            @Nullable Duration limit,
            Requirements needs,
            Workplace workplace,
            @Nullable Forewarning forewarning) {
        Task entry(String value) {
            Entry own = new Entry(value, List.of());
            return new Task(command, own, inputs, outputs, limit, needs, workplace, forewarning);
        }

        /** With files of its own beside those of its job. */
        Task own(InputFile... files) {
            Entry own = new Entry("", List.of(files));
            return new Task(command, own, inputs, outputs, limit, needs, workplace, forewarning);
        }

        Task in(InputFile... files) {
            return new Task(command, entry, List.of(files), outputs, limit, needs, workplace, forewarning);
        }

        Task out(OutputFile... files) {
            return new Task(command, entry, inputs, List.of(files), limit, needs, workplace, forewarning);
        }

        Task limit(Duration time) {
            return new Task(command, entry, inputs, outputs, time, needs, workplace, forewarning);
        }

        Task warned(Forewarning before) {
            return new Task(command, entry, inputs, outputs, limit, needs, workplace, before);
        }

        Task needs(Requirements wanted) {
            return new Task(command, entry, inputs, outputs, limit, wanted, workplace, forewarning);
        }

        Task at(Workplace place) {
            return new Task(command, entry, inputs, outputs, limit, needs, place, forewarning);
        }

        Task sandbox() {
            return needs(new Requirements(1, null, null, new Platform(null, null, List.of(), List.of(), true)));
        }

        Task network() {
            return at(new Workplace(Map.of(), null, null, List.of(), true));
        }

        Start start() {
            JobSpec spec = new JobSpec(
                            "job",
                            "type",
                            command,
                            new ArrayShape.Listed(9),
                            inputs,
                            outputs,
                            needs,
                            new JobLimits(limit, 3, 20, 0, false, 0, 1, null, forewarning))
                    .in(workplace);
            return new Start(ATTEMPT, 0, spec, entry, null);
        }
    }
}
