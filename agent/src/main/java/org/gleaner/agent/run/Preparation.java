package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.agent.setup.SetupCache;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;

/**
 * Makes everything ready that a task finds when it starts: its inputs, its set-up, the directory it asked for. What is
 * set up once for many tasks is held until this is closed.
 */
final class Preparation implements Closeable {
    private static final int MOST_LINKS = 1000;
    /** A copy of that many bytes takes some ten milliseconds, a mount less than one. */
    private static final long WORTH_LENDING = 16 << 20;

    private static final int MOST_LENT = 32;
    private static final Set<PosixFilePermission> WRITABLE = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> WRITABLE_PROGRAM = PosixFilePermissions.fromString("rwxr-xr-x");

    private final Start start;
    private final TaskCommand command;
    private final RunContext context;
    private final StopWish stop;
    private final BooleanSupplier suspended;
    private final Workspace workspace;
    private SetupCache.@Nullable Lease lease;

    /**
     * Prepares to prepare.
     *
     * @param suspended whether what it runs shall stand still
     */
    Preparation(Start start, RunContext context, StopWish stop, BooleanSupplier suspended, Workspace workspace) {
        this.suspended = suspended;
        this.start = start;
        this.command = new TaskCommand(start);
        this.context = context;
        this.stop = stop;
        this.workspace = workspace;
    }

    /** Whether it is rather mounted than copied, if there is a sandbox. */
    static boolean isWorthLending(InputFile input) {
        return input.size() >= WORTH_LENDING;
    }

    /** Returns early, with less, if the attempt shall end. */
    Room room() throws IOException, NotStartable, InterruptedException {
        Workplace place = start.spec().workplace();
        boolean sandboxed = context.confinement().sandbox() != null;
        if (start.spec().needs().platform().sandbox() && !sandboxed) {
            throw new NotStartable("the job requires a sandbox, and this node has none");
        }
        String directory = place.directory();
        Room.Shared shared = directory == null ? null : shared(directory);
        InputPlacement inputs = new InputPlacement(context, stop);
        List<Room.Lent> lent = new ArrayList<>();
        try {
            DeclaredOutputs declared = command.declared();
            for (InputFile input : command.inputs()) {
                Path target = workspace.files().resolve(input.path());
                Path link = workspace.lent().resolve(Integer.toString(lent.size()));
                boolean own = declared.include(input.path());
                boolean worthLending = !own && sandboxed && isWorthLending(input) && lent.size() < MOST_LENT;
                if (worthLending && inputs.lend(input, link)) {
                    Files.createDirectories(target.getParent());
                    Files.createFile(target);
                    lent.add(new Room.Lent(link, input.path()));
                } else {
                    inputs.place(input, target);
                    if (own && Files.exists(target)) {
                        Files.setPosixFilePermissions(target, input.executable() ? WRITABLE_PROGRAM : WRITABLE);
                    }
                }
            }
            for (String name : start.directories()) {
                Path empty = workspace.files().resolve(FilePath.checkNew(name));
                if (!Files.exists(empty, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(empty);
                }
            }
        } catch (InputUnavailable | IllegalArgumentException impossible) {
            throw new NotStartable(String.valueOf(impossible.getMessage()));
        }
        Path setup = null;
        if (place.setup() != null || !place.archives().isEmpty()) {
            lease = setUp(SetupRun.nameOf(start, context), inputs);
            if (lease != null) {
                setup = lease.files();
                link(setup, sandboxed ? Bubblewrap.SETUP : setup);
            }
        }
        return new Room(workspace.files(), workspace.temporary(), shared, setup, false, place.network(), lent);
    }

    /** Lays only what is the task's own, where what serves the task, and lives already, can read it. */
    void layOwn() throws IOException, NotStartable, InterruptedException {
        InputPlacement inputs = new InputPlacement(context, stop);
        try {
            for (InputFile input : command.ownInputs()) {
                Path target = workspace.own().resolve(input.path());
                if (!inputs.lend(input, target)) {
                    inputs.place(input, target);
                }
            }
        } catch (InputUnavailable | IllegalArgumentException impossible) {
            throw new NotStartable(String.valueOf(impossible.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        if (lease != null) {
            lease.close();
        }
    }

    /** Null if the attempt shall end before it is there. */
    private SetupCache.@Nullable Lease setUp(String name, InputPlacement inputs)
            throws IOException, NotStartable, InterruptedException {
        while (!stop.isAsked()) {
            SetupCache.Answer answer = context.setups().ask(name);
            if (answer.lease() != null) {
                return answer.lease();
            }
            SetupCache.Order order = answer.order();
            if (order != null) {
                make(order, inputs);
            }
            CompletableFuture<String> other = answer.other();
            if (other != null) {
                await(other);
            }
        }
        return null;
    }

    private void make(SetupCache.Order order, InputPlacement inputs)
            throws IOException, NotStartable, InterruptedException {
        String failure = "";
        try {
            Path files = order.begin();
            if (new SetupRun(start, context, stop, suspended, workspace).make(files, inputs)) {
                order.done();
            }
        } catch (NotStartable impossible) {
            failure = String.valueOf(impossible.getMessage());
            throw impossible;
        } finally {
            order.end(failure);
        }
    }

    /** What fails for whoever makes it fails for all who wait: it may take long, and they would only repeat it. */
    private void await(CompletableFuture<String> other) throws NotStartable, InterruptedException {
        CompletableFuture<Void> end = other.thenRun(stop::wake);
        while (!end.isDone() && !stop.isAsked()) {
            stop.await(() -> !end.isDone(), Long.MAX_VALUE / 4);
        }
        String failure = other.getNow("");
        if (!failure.isEmpty()) {
            throw new NotStartable(failure);
        }
    }

    /** Makes the top of the set-up appear in the task's directory; what the task brings itself comes first. */
    private void link(Path setup, Path seen) throws IOException, NotStartable {
        int links = 0;
        try (DirectoryStream<Path> top = Files.newDirectoryStream(setup)) {
            for (Path path : top) {
                Path name = path.getFileName();
                Path link = workspace.files().resolve(name);
                if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                    links++;
                    Files.createSymbolicLink(link, seen.resolve(name));
                }
                if (links > MOST_LINKS) {
                    throw new NotStartable("the archives have more than " + MOST_LINKS
                            + " top-level names; put them into a directory");
                }
            }
        }
    }

    /**
     * The directory if it is there and its keeper lets jobs run in it. Of what leads elsewhere, by name or through a
     * link, nobody learns whether it exists.
     */
    private Room.Shared shared(String name) throws IOException, NotStartable {
        Path wanted = Path.of(name).normalize();
        Path real = asFarAsThere(wanted);
        for (Path place : context.confinement().shared()) {
            boolean there = Files.isDirectory(place);
            Path offered = there ? place.toRealPath() : place.normalize();
            if (!(there ? real : wanted).startsWith(offered)) {
                continue;
            }
            if (!there || !Files.isDirectory(wanted)) {
                throw new NotStartable("the directory " + name + " does not exist");
            }
            check(name, offered, real);
            return new Room.Shared(offered, real);
        }
        throw new NotStartable(
                "the agent does not offer the directory " + name + "; its keeper can, with --tag mount=" + name);
    }

    /** Where the path really leads, or the nearest above it that exists; a link to nowhere leads to the top. */
    private static Path asFarAsThere(Path wanted) {
        Path top = Path.of("/");
        Path path = wanted;
        while (path != null && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            path = path.getParent();
        }
        try {
            return path == null ? top : path.toRealPath();
        } catch (IOException nowhere) {
            return top;
        }
    }

    /** Whoever may run in a directory can get everywhere in what was offered. */
    private void check(String name, Path offered, Path real) throws NotStartable {
        for (Path hidden : context.confinement().hidden()) {
            if (real.startsWith(hidden) || hidden.startsWith(offered)) {
                throw new NotStartable("the directory " + name + " contains files of the agent");
            }
        }
    }
}
