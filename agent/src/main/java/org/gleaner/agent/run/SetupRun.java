package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.agent.setup.BadArchive;
import org.gleaner.agent.setup.Unpacking;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Start;

/** Makes a set-up: unpacks the archives, then runs the job's line among them, as confined as a task. */
final class SetupRun {
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(30);
    private static final int LONGEST_DETAIL = 500;

    private final Start start;
    private final RunContext context;
    private final StopWish stop;
    private final BooleanSupplier suspended;
    private final Workspace workspace;

    /**
     * Prepares to make it.
     *
     * @param suspended whether it shall stand still
     */
    SetupRun(Start start, RunContext context, StopWish stop, BooleanSupplier suspended, Workspace workspace) {
        this.suspended = suspended;
        this.start = start;
        this.context = context;
        this.stop = stop;
        this.workspace = workspace;
    }

    /** Fills the directory; false if the attempt shall end before that. */
    boolean make(Path files, InputPlacement inputs) throws IOException, NotStartable, InterruptedException {
        Workplace place = start.spec().workplace();
        Unpacking unpacking = new Unpacking(files, context.setups().limit());
        for (InputFile archive : place.archives()) {
            Path local = workspace.root().resolve("archive");
            try {
                inputs.place(archive, local);
                if (stop.isAsked()) {
                    return false;
                }
                unpacking.unpack(local, archive.path());
            } catch (InputUnavailable unavailable) {
                throw new NotStartable(String.valueOf(unavailable.getMessage()));
            } catch (BadArchive bad) {
                throw new NotStartable("the archive " + archive.path() + " can't be unpacked: " + bad.getMessage());
            } finally {
                Files.deleteIfExists(local);
            }
        }
        String line = place.setup();
        return line == null || ran(line, files);
    }

    private boolean ran(String line, Path files) throws IOException, NotStartable, InterruptedException {
        Workspace own = Workspace.create(workspace.root().resolve("setup"));
        Room room = new Room(
                own.files(),
                own.temporary(),
                null,
                files,
                true,
                start.spec().workplace().network());
        TaskLaunch launch =
                new TaskLaunch(new TaskCommand(start).instead(new CommandLine.ShellLine(line)), context, own, room);
        String name = AgentDirectory.nameOf(start.attempt()) + "-setup";
        try (ControlGroup group = context.confinement().group(name, start.spec())) {
            long since = context.table().now();
            Process leader = context.launcher().start(launch.builder(group));
            AttemptProcesses family = new AttemptProcesses(
                    context.table(), leader, since, start.attempt(), context.surroundings(), launch.isWrapped());
            CompletableFuture<Void> end = leader.onExit().thenRun(stop::wake);
            // While it stands still its time does too.
            long left = LONGEST.toNanos();
            boolean still = false;
            while (leader.isAlive() && !stop.isAsked() && left > 0) {
                long looked = System.nanoTime();
                boolean shall = suspended.getAsBoolean();
                if (shall && !still) {
                    family.freeze();
                } else if (still && !shall) {
                    family.thaw();
                }
                still = shall;
                stop.await(() -> leader.isAlive() && suspended.getAsBoolean() == shall, left);
                left -= shall ? 0 : System.nanoTime() - looked;
            }
            boolean inTime = !leader.isAlive();
            family.killAll(group, KILL_LIMIT);
            if (!inTime && !stop.isAsked()) {
                throw new NotStartable("its set-up took longer than " + LONGEST.toMinutes() + " minutes");
            }
            if (!inTime) {
                return false;
            }
            end.join();
            check(leader.exitValue(), own);
            return true;
        } finally {
            Trees.delete(own.root());
        }
    }

    private static void check(int code, Workspace own) throws IOException, NotStartable {
        if (code != 0) {
            String tail = Tail.of(own.stderr()).isBlank() ? Tail.of(own.stdout()) : Tail.of(own.stderr());
            List<String> lines = tail.lines().toList();
            String last = String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
            String shown = last.length() > LONGEST_DETAIL ? last.substring(last.length() - LONGEST_DETAIL) : last;
            throw new NotStartable("its set-up failed with exit code " + code + ": " + shown);
        }
    }
}
