package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.agent.machine.Cards;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox made by bubblewrap: process ids of its own, the system read-only, nothing of homes, of the agent's
 * directory or of other tasks, no network unless asked for, no privileges. It dies with the agent. An agent that is
 * root gives its tasks another user, as root would own the system's secrets even without any capability. Thread-safe.
 */
public final class Bubblewrap {
    /** Where a task finds its own directory, its temporary files and its set-up. */
    public static final Path TASK = Path.of("/task");

    public static final Path TEMPORARY = Path.of("/tmp");
    public static final Path SETUP = Path.of("/setup");
    /** Where a runner finds its orders, and its tasks what they print to; see {@link #aroundRunner}. */
    public static final Path DOOR = Path.of("/runner");

    private static final String SHELL = "/bin/sh";
    /** The shell that runners are, in the agent's own directory and in a runner's. */
    private static final String RUNNER = "sh";

    /** Its owner can't read it either. */
    private static final Set<PosixFilePermission> EXECUTABLE_ONLY = PosixFilePermissions.fromString("--x--x--x");

    /** The user "nobody" of every Linux. */
    static final int NOBODY = 65534;

    private static final List<Path> SYSTEM = paths(
            "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store", "/gnu/store");
    /** Numbers of processors and caches, which numerical libraries ask for. */
    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
    /** Where /etc/resolv.conf leads on many systems. */
    private static final Path RESOLVER = Path.of("/run/systemd/resolve");

    /** Who uses which keys of which user. */
    private static final Path KEYS = Path.of("/proc/keys");

    private static final long LEAST_SHARED = 1 << 20;
    /** The descriptor by which the sandbox gets the filter. */
    private static final String FILTER = "9";

    private static final Pattern KERNEL = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,3})");

    private final Path program;
    private final @Nullable Path filters;
    private final Path runner;
    private final boolean countsByNamespace;
    private final @Nullable Path setpriv;
    private final List<Path> hidden;
    private final Path devices;
    private final List<Path> visible = new ArrayList<>();
    private final List<String> system = new ArrayList<>();

    /**
     * Prepares what is the same for all tasks.
     *
     * @param setpriv given if the agent is root: the command that makes tasks another user
     * @param directory where it may keep what every task needs
     */
    Bubblewrap(Path program, @Nullable Path setpriv, Fence fence, Path directory) throws IOException {
        this.program = program;
        this.filters = filters(directory);
        this.runner = runner(directory);
        this.countsByNamespace = countsByNamespace(program);
        this.setpriv = setpriv;
        this.hidden = fence.hidden();
        this.devices = fence.devices();
        List<Path> shown = new ArrayList<>(SYSTEM);
        shown.addAll(fence.shown());
        for (Path path : shown) {
            show(path);
        }
        if (Files.isDirectory(PROCESSORS)) {
            add("--ro-bind", PROCESSORS, PROCESSORS);
        }
    }

    /** Whether calls of the system that lead beyond it are refused; it depends on the processor. */
    boolean filtersCalls() {
        return filters != null;
    }

    /**
     * The words that run in the sandbox what is put behind them: programs that become each other, and nothing that
     * stays between. First a shell, which opens what the sandbox needs.
     *
     * @param first lines that this shell does before
     * @param before the words of a program that starts the sandbox, if there is one
     */
    public List<String> around(Room room, Allowance allowance, String first, List<String> before) {
        List<String> words = opening(room, allowance, first, before);
        words.addAll(around(room, allowance, null));
        return words;
    }

    /**
     * The same around a runner, whose own words are put behind. Its shell is a file that nobody may read, so that the
     * kernel lets no task of the same user look into it, neither at its memory nor at its open files.
     *
     * @param door a directory with the files {@code sh}, {@code start}, {@code stdout} and {@code stderr}: what is in
     *     there can be read, and the last two can be written to
     */
    public List<String> aroundRunner(Room room, Allowance allowance, Path door, String first, List<String> before) {
        List<String> words = opening(room, allowance, first, before);
        words.addAll(around(room, allowance, door));
        words.add(DOOR.resolve(RUNNER).toString());
        return words;
    }

    /** Whether attempts may follow each other in one sandbox: what outlives a process is out of reach of all calls. */
    public boolean takesRunners() {
        return filtersCalls();
    }

    private List<String> opening(Room room, Allowance allowance, String first, List<String> before) {
        String opening = filters == null
                ? ""
                : FILTER + "<" + ShellWord.quoted(filter(room, allowance).toString());
        List<String> words = new ArrayList<>(List.of(SHELL, "-c", first + "exec \"$@\" " + opening, SHELL));
        words.addAll(before);
        return words;
    }

    private List<String> around(Room room, Allowance allowance, @Nullable Path door) {
        List<String> words = new ArrayList<>(List.of(
                program.toString(),
                "--die-with-parent",
                "--unshare-user-try",
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-cgroup-try"));
        if (setpriv != null) {
            // Real root needs no other user space, and could not become another user in one.
            words.remove("--unshare-user-try");
            words.addAll(List.of("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"));
        }
        if (filters != null) {
            words.addAll(List.of("--seccomp", FILTER));
        }
        if (!room.network()) {
            words.add("--unshare-net");
        }
        if (setpriv == null) {
            // Else a task that signals its process group, as scripts do at their end, would end the sandbox with it.
            words.add("--new-session");
        }
        if (door != null && setpriv == null) {
            // Else the first process would be bubblewrap's, which has the user of the tasks and can be read. Where that
            // is root's it stays, as only who has its own user dies with its parent.
            words.add("--as-pid-1");
        }
        mounts(room, allowance, door, words);
        // The shell inside goes where the task starts: only the task's own user can be sure to get there.
        words.addAll(List.of("--chdir", "/", "--"));
        if (setpriv != null) {
            String nobody = Integer.toString(NOBODY);
            words.addAll(List.of(setpriv.toString(), "--reuid", nobody, "--regid", nobody));
            words.addAll(List.of("--clear-groups", "--inh-caps=-all", "--no-new-privs", "--"));
        }
        return words;
    }

    private void mounts(Room room, Allowance allowance, @Nullable Path door, List<String> words) {
        // First, as what the keeper shows may lie in the machine's own /tmp.
        words.addAll(List.of("--bind", room.temporary().toString(), TEMPORARY.toString()));
        words.addAll(List.of("--bind", room.files().toString(), TASK.toString()));
        words.addAll(system);
        if (room.network() && Files.isDirectory(RESOLVER)) {
            words.addAll(List.of("--ro-bind", RESOLVER.toString(), RESOLVER.toString()));
        }
        List<Path> seen = new ArrayList<>(visible);
        Room.Shared shared = room.shared();
        if (shared != null) {
            // As it was offered: below, a task could put a link in the place of a directory at this very moment. Where
            // that leads is found out only inside.
            String offered = shared.offered().toString();
            passable(shared.offered(), words);
            words.addAll(List.of("--bind", offered, offered));
            seen.add(shared.offered());
        }
        hide(seen, words);
        words.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
        // Not for a set-up: jobs that use no card may share it.
        if (allowance.cards() && !room.making()) {
            for (Path device : Cards.devices(devices)) {
                words.addAll(List.of("--dev-bind", device.toString(), "/dev/" + device.getFileName()));
            }
        }
        if (Files.exists(KEYS)) {
            words.addAll(List.of("--ro-bind", "/dev/null", KEYS.toString()));
        }
        String size = Long.toString(Math.max(allowance.shared().bytes(), LEAST_SHARED));
        words.addAll(List.of("--perms", "1777", "--size", size, "--tmpfs", "/dev/shm"));
        Path setup = room.setup();
        if (setup != null) {
            words.addAll(List.of(room.making() ? "--bind" : "--ro-bind", setup.toString(), SETUP.toString()));
        }
        for (Room.Lent lent : room.lent()) {
            words.addAll(List.of(
                    "--ro-bind",
                    lent.source().toString(),
                    TASK.resolve(lent.path()).toString()));
        }
        if (door != null) {
            door(door, words);
        }
        // What is left is memory that nobody would count: the top of the tree, and where devices are.
        words.addAll(List.of("--remount-ro", "/dev", "--remount-ro", "/"));
    }

    private void door(Path door, List<String> words) {
        words.addAll(List.of("--ro-bind", door.toString(), DOOR.toString()));
        words.addAll(
                List.of("--ro-bind", runner.toString(), DOOR.resolve(RUNNER).toString()));
        for (String printed : List.of("stdout", "stderr")) {
            words.addAll(List.of(
                    "--bind",
                    door.resolve(printed).toString(),
                    DOOR.resolve(printed).toString()));
        }
        // So that the runner sees which queues a task has left.
        words.addAll(List.of("--mqueue", "/dev/mqueue"));
    }

    /** Where the command starts, as it sees it. */
    public Path inside(Room room) {
        Room.Shared shared = room.shared();
        if (room.making()) {
            return SETUP;
        }
        return shared == null ? TASK : shared.directory();
    }

    /**
     * Most processes and threads that the kernel shall let the task's user have, so that a task which wants more does
     * not have them before anybody looks; 0 if the kernel counts others with them.
     */
    int ofUser(int most) {
        if (setpriv != null) {
            return Math.max(most, Allowance.ofWholeMachine());
        }
        // Somewhat more, so that whoever looks sees that it was too much.
        return countsByNamespace ? most + most / 10 : 0;
    }

    private Path filter(Room room, Allowance allowance) {
        // Of an agent that is somebody's own, tasks have that person's user: a desktop would let them in by its
        // sockets without a file, which are in reach of whoever shares the network.
        boolean local = !room.network() || setpriv != null;
        return Objects.requireNonNull(filters)
                .resolve((local ? "local" : "remote") + (allowance.watched() ? "-watched" : ""));
    }

    /** Writes the filters for tasks of every kind; returns null where we have none for the processor. */
    private static @Nullable Path filters(Path directory) throws IOException {
        Optional<SystemCallFilter.Processor> processor = SystemCallFilter.Processor.ofThisMachine();
        if (processor.isEmpty()) {
            return null;
        }
        for (boolean watched : new boolean[] {false, true}) {
            String end = watched ? "-watched" : "";
            Files.write(directory.resolve("local" + end), SystemCallFilter.of(processor.get(), true, watched));
            Files.write(directory.resolve("remote" + end), SystemCallFilter.of(processor.get(), false, watched));
        }
        return directory;
    }

    /** A copy of the system's shell that can be executed and not read. */
    private static Path runner(Path directory) throws IOException {
        Path copy = directory.resolve(RUNNER);
        Files.copy(Path.of(SHELL), copy, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(copy, EXECUTABLE_ONLY);
        return copy;
    }

    /** Since this version a limit of processes counts those of one user namespace and not all of the user's. */
    private static boolean countsByNamespace(Path program) throws IOException {
        Matcher kernel = KERNEL.matcher(System.getProperty("os.version", ""));
        boolean recent = kernel.lookingAt()
                && Integer.parseInt(kernel.group(1)) * 1000 + Integer.parseInt(kernel.group(2)) >= 5014;
        boolean setuid = ((Integer) Files.getAttribute(program, "unix:mode") & 04000) != 0;
        return recent && !setuid;
    }

    /** Gives the task what is in its directories, where it runs as another user than the agent. */
    public void handOver(List<Path> roots) throws IOException {
        if (setpriv == null) {
            return;
        }
        for (Path root : roots) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path path : (Iterable<Path>) all::iterator) {
                    Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
                    Files.setAttribute(path, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
                }
            } catch (UncheckedIOException failed) {
                throw failed.getCause();
            }
        }
    }

    /** The part of a search path that tasks can see. */
    public String visiblePath(String searchPath) {
        List<String> places = new ArrayList<>();
        for (String place : searchPath.split(":", -1)) {
            if (!place.startsWith("/") || isVisible(Path.of(place).normalize())) {
                places.add(place);
            }
        }
        return String.join(":", places);
    }

    private boolean isVisible(Path path) {
        return visible.stream().anyMatch(path::startsWith) && hidden.stream().noneMatch(path::startsWith);
    }

    private void show(Path path) {
        if (Files.isSymbolicLink(path)) {
            try {
                system.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString()));
                visible.add(path);
            } catch (IOException gone) {
                // Whatever needs it will miss it, and say so.
                return;
            }
        } else if (Files.isDirectory(path)) {
            passable(path, system);
            add("--ro-bind", path, path);
            visible.add(path);
        }
    }

    /** Else the program makes the directories above it for root only, and tasks of another user get nowhere. */
    private static void passable(Path path, List<String> words) {
        for (int names = 1; names < path.getNameCount(); names++) {
            Path above = path.getRoot().resolve(path.subpath(0, names));
            words.addAll(List.of("--perms", "0755", "--dir", above.toString()));
        }
    }

    private void add(String option, Path from, Path to) {
        system.addAll(List.of(option, from.toString(), to.toString()));
    }

    /** Covers what lies in a directory that tasks see; asked anew for each task, as a token may come later. */
    private void hide(List<Path> seen, List<String> words) {
        for (Path path : hidden) {
            if (seen.stream().noneMatch(path::startsWith)) {
                continue;
            }
            if (Files.isDirectory(path)) {
                words.addAll(List.of("--tmpfs", path.toString(), "--remount-ro", path.toString()));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", "/dev/null", path.toString()));
            }
        }
    }

    private static List<Path> paths(String... names) {
        return Arrays.stream(names).map(Path::of).toList();
    }
}
