package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.agent.disk.Trees;
import org.gleaner.core.node.Abilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this agent holds tasks to.
 *
 * @param sandbox none: tasks run as the agent's user and see what it sees
 * @param shared where a job may ask to run
 * @param hidden where none may: the agent's own directory
 */
public record Confinement(@Nullable Bubblewrap sandbox, List<Path> shared, List<Path> hidden) {
    private static final Logger LOG = LoggerFactory.getLogger(Confinement.class);
    public static final Confinement NONE = new Confinement(null, List.of(), List.of());

    public Confinement {
        shared = List.copyOf(shared);
        hidden = List.copyOf(hidden);
    }

    /**
     * Tries out what this machine can do, and says so.
     *
     * @param shared where its keeper lets jobs run
     * @param own the agent's directory, which no task may see
     * @param work where a trial may make its own
     */
    public static Confinement of(Fence wanted, List<Path> shared, Path own, Path work, boolean root)
            throws IOException, SandboxUnavailable, InterruptedException {
        Fence fence = wanted.hiding(List.of(own, own.toRealPath()));
        return new Confinement(sandbox(fence, work.resolve("sandbox"), root), shared, fence.hidden());
    }

    /** The agent's environment with a search path of what tasks can see. */
    public Map<String, String> visible(Map<String, String> environment) {
        String path = environment.get("PATH");
        if (sandbox == null || path == null) {
            return environment;
        }
        Map<String, String> changed = new TreeMap<>(environment);
        changed.put("PATH", sandbox.visiblePath(path));
        return changed;
    }

    private static @Nullable Bubblewrap sandbox(Fence fence, Path trial, boolean root)
            throws IOException, SandboxUnavailable, InterruptedException {
        if (fence.mode() == SandboxMode.OFF) {
            LOG.warn("tasks run without a sandbox, as the agent's user, by --sandbox off");
            return null;
        }
        try {
            Bubblewrap sandbox = SandboxProbe.find(fence, trial, root);
            LOG.info("tasks run in a sandbox (bubblewrap)");
            return sandbox;
        } catch (SandboxUnavailable missing) {
            if (fence.mode() == SandboxMode.REQUIRE) {
                throw missing;
            }
            LOG.warn("tasks run without a sandbox, as the agent's user: {}", missing.getMessage());
            return null;
        } finally {
            Trees.delete(trial);
        }
    }

    /** The words by which nodes say what they enforce. */
    public List<String> enforced() {
        List<String> words = new ArrayList<>();
        if (sandbox != null) {
            words.add(Abilities.SANDBOX);
        }
        return words;
    }
}
