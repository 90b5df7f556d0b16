package org.gleaner.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.sandbox.Allowance;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.agent.sandbox.SandboxMode;
import org.gleaner.agent.sandbox.SandboxProbe;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.client.child.HostMain;
import org.gleaner.core.job.MemorySize;
import org.gleaner.server.problem.HostProgram;
import org.jspecify.annotations.Nullable;

/**
 * Confines the hosts of problems as agents confine tasks: another user, no network, nothing of the server, and beyond
 * that no place to write to. Thread-safe.
 */
public final class SandboxedHost implements HostProgram {
    private static final int PROCESSES = 4_000;
    private static final MemorySize SHARED = new MemorySize(1 << 20);

    /** What a process may reserve, in KB: what the bounds of its JVM come to, and some more. */
    private static final long ADDRESSES = 4L << 20;

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

    private final Path data;
    private @Nullable Bubblewrap sandbox;
    private @Nullable String obstacle;

    /** @param data the server's directory, of which no host sees anything */
    public SandboxedHost(Path data) {
        this.data = data.toAbsolutePath();
    }

    @Override
    public synchronized Optional<String> obstacle() {
        if (sandbox == null && obstacle == null) {
            look();
        }
        return Optional.ofNullable(obstacle);
    }

    /** Whatever is missing is looked for once: who installs it starts the server again. */
    private void look() {
        try {
            if (!Machine.isRoot()) {
                obstacle = "the server is not root, so they would be its own user";
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

    /** Where the server's own Java is, which hosts run with. */
    private static Path runtime() throws IOException {
        return Path.of(System.getProperty("java.home", "")).toRealPath();
    }

    @Override
    public List<String> words(Path files, Path temporary) throws IOException {
        Bubblewrap confined;
        synchronized (this) {
            Optional<String> missing = obstacle();
            confined = sandbox;
            if (confined == null) {
                throw new IOException("hosts can't be confined: " + missing.orElse(""));
            }
        }
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        Room room = new Room(files, temporary, null, null, false, false, List.of());
        Allowance allowance = new Allowance(SHARED, PROCESSES, 0, false, false);
        List<String> words = new ArrayList<>(confined.around(room, allowance, "", List.of("nice", "-n", "5")));
        String start = "cd /task && ulimit -c 0 && ulimit -v " + ADDRESSES + " && { ulimit -u " + PROCESSES
                + " 2>/dev/null || ulimit -p " + PROCESSES + "; } && exec \"$@\"";
        words.addAll(List.of(
                "/bin/sh", "-c", start, "sh", runtime().resolve("bin/java").toString()));
        words.addAll(BOUNDS);
        words.addAll(List.of("-cp", "gleaner-child.jar", HostMain.class.getName()));
        return words;
    }
}
