package org.gleaner.agent.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the machine's keeper wants tasks to be held to.
 *
 * @param shown directories that tasks may read beside the system's own, such as a site's software
 * @param hidden what no task may see even if it lies in a directory that tasks may read
 * @param devices where the machine's devices are, of which tasks that use graphics cards see these
 */
public record Fence(SandboxMode mode, List<Path> shown, List<Path> hidden, Path devices) {
    public static final Fence DEFAULT = new Fence(SandboxMode.AUTO, List.of(), List.of());
    public static final Fence NONE = new Fence(SandboxMode.OFF, List.of(), List.of());

    public Fence(SandboxMode mode, List<Path> shown, List<Path> hidden) {
        this(mode, shown, hidden, Path.of("/dev"));
    }

    public Fence {
        shown = absolute(shown);
        hidden = absolute(hidden);
    }

    public Fence hiding(List<Path> more) {
        List<Path> all = new ArrayList<>(hidden);
        all.addAll(more);
        return new Fence(mode, shown, all, devices);
    }

    private static List<Path> absolute(List<Path> paths) {
        return paths.stream()
                .map(path -> path.toAbsolutePath().normalize())
                .distinct()
                .toList();
    }
}
