package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Processes that still work in the demo's directory, wherever they hang in the tree of processes. */
final class Strays {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path home;
    private final Path processes;

    Strays(Path home) {
        this(home, Path.of("/proc"));
    }

    Strays(Path home, Path processes) {
        this.home = home;
        this.processes = processes;
    }

    /** Where the system does not tell, there are none that we know of. */
    List<ProcessHandle> find() {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != self && worksHere(process.pid()))
                .toList();
    }

    private boolean worksHere(long pid) {
        Path link = processes.resolve(Long.toString(pid)).resolve("cwd");
        try {
            // A directory that was deleted under its process is named with a remark behind its name.
            String directory = Files.readSymbolicLink(link).toString();
            return directory.equals(home.toString()) || directory.startsWith(home + "/");
        } catch (IOException | UnsupportedOperationException | SecurityException unknown) {
            // It has ended, or it is somebody else's.
            return false;
        }
    }

    /** Whoever is killed is still there for a moment, and may have started another one in its last. */
    void kill() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (List<ProcessHandle> left = find(); !left.isEmpty() && System.nanoTime() < end; left = find()) {
            left.forEach(ProcessHandle::destroyForcibly);
            CompletableFuture<?>[] gone =
                    left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(gone)
                    .completeOnTimeout(null, end - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .join();
        }
    }
}
