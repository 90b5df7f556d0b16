package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

    /** The user "nobody" of every Linux. */
    static final int NOBODY = 65534;

    private static final List<Path> SYSTEM = paths(
            "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store", "/gnu/store");
    /** Numbers of processors and caches, which numerical libraries ask for. */
    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
    /** Where /etc/resolv.conf leads on many systems. */
    private static final Path RESOLVER = Path.of("/run/systemd/resolve");

    private final Path program;
    private final @Nullable Path setpriv;
    private final List<Path> hidden;
    private final List<Path> visible = new ArrayList<>();
    private final List<String> system = new ArrayList<>();

    /**
     * Prepares what is the same for all tasks.
     *
     * @param setpriv given if the agent is root: the command that makes tasks another user
     */
    Bubblewrap(Path program, @Nullable Path setpriv, Fence fence) {
        this.program = program;
        this.setpriv = setpriv;
        this.hidden = fence.hidden();
        List<Path> shown = new ArrayList<>(SYSTEM);
        shown.addAll(fence.shown());
        for (Path path : shown) {
            show(path);
        }
        if (Files.isDirectory(PROCESSORS)) {
            add("--ro-bind", PROCESSORS, PROCESSORS);
        }
    }

    /** The words that run the command in the sandbox: one program that starts another, nothing that stays between. */
    public List<String> around(Room room, List<String> command) {
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
        if (!room.network()) {
            words.add("--unshare-net");
        }
        // First, as what the keeper shows may lie in the machine's own /tmp.
        words.addAll(List.of("--bind", room.temporary().toString(), TEMPORARY.toString()));
        words.addAll(List.of("--bind", room.files().toString(), TASK.toString()));
        words.addAll(system);
        if (room.network() && Files.isDirectory(RESOLVER)) {
            words.addAll(List.of("--ro-bind", RESOLVER.toString(), RESOLVER.toString()));
        }
        hide(words);
        words.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/dev/shm"));
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
        Room.Shared shared = room.shared();
        if (shared != null) {
            // As it was offered: below, a task could put a link in the place of a directory at this very moment. Where
            // that leads is found out only inside.
            String offered = shared.offered().toString();
            passable(shared.offered(), words);
            words.addAll(List.of("--bind", offered, offered));
        }
        Path inside = room.making() ? SETUP : TASK;
        words.addAll(List.of("--chdir", (shared == null ? inside : shared.directory()).toString(), "--"));
        if (setpriv != null) {
            String nobody = Integer.toString(NOBODY);
            words.addAll(List.of(setpriv.toString(), "--reuid", nobody, "--regid", nobody));
            words.addAll(List.of("--clear-groups", "--inh-caps=-all", "--no-new-privs", "--"));
        }
        words.addAll(command);
        return words;
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
    private void hide(List<String> words) {
        for (Path path : hidden) {
            if (visible.stream().noneMatch(path::startsWith)) {
                continue;
            }
            if (Files.isDirectory(path)) {
                words.addAll(List.of("--tmpfs", path.toString()));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", "/dev/null", path.toString()));
            }
        }
    }

    private static List<Path> paths(String... names) {
        return Arrays.stream(names).map(Path::of).toList();
    }
}
