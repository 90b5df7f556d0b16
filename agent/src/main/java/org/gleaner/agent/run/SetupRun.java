package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.agent.setup.BadArchive;
import org.gleaner.agent.setup.SetupCache;
import org.gleaner.agent.setup.Unpacking;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Start;

/**
 * Makes a set-up: unpacks the archives, then runs the job's line among them, as confined as a task.
 *
 * @param suspended whether it shall stand still
 */
record SetupRun(Start start, RunContext context, StopWish stop, BooleanSupplier suspended, Workspace workspace) {
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration LOOKING = Duration.ofMillis(500);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(30);
    private static final int LONGEST_DETAIL = 500;

    /**
     * The name of the set-up that this task needs. In it is whoever it is made for, as set-ups are not shared between
     * owners (a server that does not tell the owner at least tells jobs apart), and all that the line can see and use.
     */
    static String nameOf(Start start, RunContext context) {
        Workplace place = start.spec().workplace();
        Owner owner = start.owner();
        List<String> made = new ArrayList<>();
        made.add(owner == null ? "job " + start.attempt().job() : "owner " + owner);
        for (InputFile archive : place.archives()) {
            made.add("archive " + archive.hash().hex() + " " + archive.path());
        }
        String line = place.setup();
        if (line != null) {
            made.add("line " + line);
            made.add("sandbox " + (context.confinement().sandbox() != null) + ", network " + place.network());
            made.add("cores " + start.spec().needs().cores());
            made.add("path " + context.surroundings().path());
            made.add("language " + context.surroundings().language());
            new TreeMap<>(place.variables()).forEach((name, value) -> made.add("variable " + name + "=" + value));
        }
        return SetupCache.nameOf(made);
    }

    /** Fills the directory; false if the attempt shall end before that. */
    boolean make(Path files, InputPlacement inputs) throws IOException, NotStartable, InterruptedException {
        Workplace place = start.spec().workplace();
        long end = System.nanoTime() + longest().toNanos();
        Unpacking unpacking = new Unpacking(files, mostBytes(), () -> stop.isAsked() || System.nanoTime() - end >= 0);
        for (InputFile archive : place.archives()) {
            Path local = workspace.root().resolve("archive");
            try {
                if (!inputs.lend(archive, local)) {
                    inputs.place(archive, local);
                }
                if (stop.isAsked()) {
                    return false;
                }
                unpacking.unpack(local, archive.path());
            } catch (InputUnavailable unavailable) {
                throw new NotStartable(String.valueOf(unavailable.getMessage()));
            } catch (BadArchive bad) {
                if (stop.isAsked()) {
                    return false;
                }
                throw new NotStartable("the archive " + archive.path() + " can't be unpacked: " + bad.getMessage());
            } finally {
                Files.deleteIfExists(local);
            }
        }
        String line = place.setup();
        return line == null || ran(line, files);
    }

    private MemorySize mostBytes() {
        MemorySize all = context.setups().limit();
        MemorySize disk = start.spec().needs().disk();
        return disk != null && disk.compareTo(all) < 0 ? disk : all;
    }

    private Duration longest() {
        Duration limit = start.spec().limits().time();
        return limit != null && limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
    }

    private boolean ran(String line, Path files) throws IOException, NotStartable, InterruptedException {
        Workspace own = Workspace.create(workspace.root().resolve("setup"));
        Room room = new Room(
                own.files(),
                own.temporary(),
                null,
                files,
                true,
                start.spec().workplace().network(),
                List.of());
        TaskLaunch launch =
                new TaskLaunch(new TaskCommand(start).instead(new CommandLine.ShellLine(line)), context, own, room);
        String name = AgentDirectory.nameOf(start.attempt()) + "-setup";
        try (ControlGroup group = context.confinement().group(name, start.spec())) {
            TaskLimits limits = new TaskLimits(
                    start.spec().needs(),
                    group,
                    new DiskShare(start.spec().needs(), context.confinement().room(), files, own.root()));
            long since = context.table().now();
            Process leader = context.launcher().start(launch.builder(group));
            AttemptProcesses family = new AttemptProcesses(
                    context.table(), leader, since, start.attempt(), context.surroundings(), launch.wrapping());
            CompletableFuture<Void> end = leader.onExit().thenRun(stop::wake);
            boolean inTime = watch(leader, family, limits);
            boolean ended = !leader.isAlive();
            family.killAll(group, KILL_LIMIT);
            Exceeded exceeded = limits.exceeded();
            if (exceeded != null) {
                throw new NotStartable("its set-up was killed: " + exceeded.detail());
            }
            if (!inTime) {
                throw new NotStartable(
                        "its set-up took longer than " + longest().toSeconds() + " seconds");
            }
            if (!ended) {
                return false;
            }
            end.join();
            check(leader.exitValue(), own);
            return true;
        } finally {
            Trees.clear(own.root());
        }
    }

    /** Returns when it has ended, took too much, or shall end; false if its time is over. */
    private boolean watch(Process leader, AttemptProcesses family, TaskLimits limits) throws InterruptedException {
        // While it stands still its time does too.
        long left = longest().toNanos();
        boolean still = false;
        while (leader.isAlive() && !stop.isAsked() && left > 0 && limits.exceeded() == null) {
            long looked = System.nanoTime();
            boolean shall = suspended.getAsBoolean();
            if (shall && !still) {
                family.freeze();
            } else if (still && !shall) {
                family.thaw();
            }
            still = shall;
            stop.await(() -> leader.isAlive() && suspended.getAsBoolean() == shall, Math.min(left, LOOKING.toNanos()));
            left -= shall ? 0 : System.nanoTime() - looked;
            limits.look(family.look(context.table().read()));
        }
        return left > 0;
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
