package org.gleaner.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.machine.OwnGroups;
import org.gleaner.agent.sandbox.Allowance;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.ControlGroups;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.agent.sandbox.SandboxMode;
import org.gleaner.agent.sandbox.SandboxProbe;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.client.child.HostMain;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.server.problem.HostProgram;
import org.jspecify.annotations.Nullable;

/**
 * Confines the hosts of problems as agents confine tasks: another user, no network, nothing of the server, and beyond
 * that no place to write to. Only where the kernel counts the memory and the processes of each host: by the limits of
 * single processes alone, the many that one may start would take all that the server's machine has. Thread-safe.
 */
public final class SandboxedHost implements HostProgram {
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Where the kernel weighs groups, all hosts together give way to the server; else each of their threads does. */
    private static final String LOWER = "5";

    private static final String LOWEST = "19";

    private static final MemorySize SHARED = new MemorySize(1 << 20);

    /** What a process may reserve, in KB: what the bounds of its JVM come to, and some more. */
    private static final long ADDRESSES = 4L << 20;

    /** All that its processes have together: what the bounds of the JVM come to, and some more; and 1 000 processes. */
    private static final Requirements LIMITS = new Requirements(1, MemorySize.parse("1280M"));

    /** Before it is confined, as what is opened by its name in there is opened by another user. */
    private static final String OPEN_PIPES = "chmod o+r /proc/self/fd/0; chmod o+w /proc/self/fd/1; ";

    /** What it is asked and answers travels apart from what is printed and read in there. */
    private static final String MOVE_PIPES = " 3<&0 4>&1 </dev/null 1>&2";

    private static final List<String> PIPES = List.of("/proc/self/fd/3", "/proc/self/fd/4");

    private static final List<String> BOUNDS = List.of(
            "-Xmx512m",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:MaxMetaspaceSize=256m",
            "-XX:CompressedClassSpaceSize=64m",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError");

    /** The client sends it with the code of each problem; it leads to the rest. */
    private static final String CHILD = "gleaner-child.jar";

    private final Path data;
    private final Path mounts;
    private final Path own;
    private final Duration patience;
    private final Map<Path, ControlGroup> limited = new HashMap<>();
    private @Nullable Bubblewrap sandbox;
    private @Nullable ControlGroups groups;
    private @Nullable String obstacle;

    /** @param data the server's directory, of which no host sees anything */
    public SandboxedHost(Path data) {
        this(data, PATIENCE);
    }

    /** @param patience as long as a host is waited for whenever it is asked something */
    public SandboxedHost(Path data, Duration patience) {
        this(data, patience, OwnGroups.MOUNTS, OwnGroups.OWN);
    }

    /**
     * The same where the kernel shows control groups elsewhere.
     *
     * @param own lists the groups that the server is in
     */
    SandboxedHost(Path data, Duration patience, Path mounts, Path own) {
        this.data = data.toAbsolutePath();
        this.patience = patience;
        this.mounts = mounts;
        this.own = own;
    }

    @Override
    public Duration patience() {
        return patience;
    }

    @Override
    public synchronized Optional<String> obstacle() {
        if (sandbox == null && obstacle == null) {
            look();
        }
        return sandbox == null || groups != null ? Optional.ofNullable(obstacle) : Optional.ofNullable(withoutGroups());
    }

    /** Whatever is missing is looked for once: who installs it starts the server again. */
    private void look() {
        try {
            if (!Machine.isRoot()) {
                obstacle = "the server is not root, so they would run as its own user";
                return;
            }
            Fence fence = new Fence(SandboxMode.REQUIRE, List.of(runtime()), List.of(data, data.toRealPath()));
            sandbox = SandboxProbe.find(fence, Files.createDirectories(data.resolve("problem-sandbox")), true);
        } catch (SandboxUnavailable missing) {
            obstacle = missing.getMessage();
        } catch (IOException unreadable) {
            obstacle = unreadable.toString();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            obstacle = "the server is stopping";
        }
    }

    /** Looks each time, as a group may be shared for a while only; null: now there are groups. */
    private @Nullable String withoutGroups() {
        try {
            ControlGroups found = groups();
            if (!found.countProcesses()) {
                return "the kernel would not limit how many processes one starts";
            }
            groups = found;
            return null;
        } catch (ControlGroups.NoGroups none) {
            return "the kernel would not limit the total memory of one host's processes (" + none.getMessage() + ")";
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** Without what an earlier server left in them. */
    private ControlGroups groups() throws IOException, ControlGroups.NoGroups {
        String name = "gleaner-hosts-" + Integer.toHexString(data.toRealPath().hashCode());
        ControlGroups.cleanUp(
                ControlGroups.open(mounts, own, name, ControlGroups.Weight.ONE).roots());
        return ControlGroups.open(mounts, own, name, ControlGroups.Weight.ONE);
    }

    /** The shell's lines by which a host comes under the limits of the kernel. */
    private synchronized String joining(Path files) throws IOException {
        ControlGroups from = groups;
        if (from == null) {
            throw new IOException("the server is stopping");
        }
        ended(files);
        Path place = Objects.requireNonNull(files.getParent(), "each problem has a directory of its own");
        ControlGroup group = from.create("problem-" + place.getFileName(), LIMITS);
        limited.put(files, group);
        return ControlGroup.enter(group.members(), refused -> "exit 255\n");
    }

    @Override
    public synchronized void ended(Path files) {
        ControlGroup group = limited.remove(files);
        if (group != null) {
            group.close();
        }
    }

    @Override
    public synchronized void close() {
        limited.values().forEach(ControlGroup::close);
        limited.clear();
        if (groups != null) {
            ControlGroups.cleanUp(groups.roots());
            groups = null;
        }
    }

    @Override
    public Optional<String> missing(Path files) {
        return Files.isRegularFile(files.resolve(CHILD))
                ? Optional.empty()
                : Optional.of("Its program is missing: none of its files is called " + CHILD
                        + ". Submit it from a Java program with Gleaner.submit, which sends all that it needs.");
    }

    /** Where the server's own Java is, which hosts run with. */
    private static Path runtime() throws IOException {
        return Path.of(System.getProperty("java.home", "")).toRealPath();
    }

    @Override
    public List<String> words(Path files, Path temporary) throws IOException {
        Bubblewrap confined;
        String nice;
        synchronized (this) {
            Optional<String> missing = obstacle();
            confined = sandbox;
            nice = groups != null && groups.weighs() ? LOWER : LOWEST;
            if (confined == null || missing.isPresent()) {
                throw new IOException("hosts can't be confined: " + missing.orElse(""));
            }
        }
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        Room room = new Room(files, temporary, null, null, false, false, List.of());
        Allowance allowance = new Allowance(SHARED, Allowance.processes(LIMITS), 0, false, false);
        List<String> words = new ArrayList<>(
                confined.around(room, allowance, OPEN_PIPES + joining(files), List.of("nice", "-n", nice)));
        // Of its processes only its control group has a limit: any other counts those of tasks on this machine too.
        String start = "cd /task && ulimit -c 0 && ulimit -v " + ADDRESSES + " && exec \"$@\"" + MOVE_PIPES;
        words.addAll(List.of(
                "/bin/sh", "-c", start, "sh", runtime().resolve("bin/java").toString()));
        words.addAll(BOUNDS);
        words.addAll(List.of("-cp", CHILD, HostMain.class.getName()));
        words.addAll(PIPES);
        return words;
    }
}
