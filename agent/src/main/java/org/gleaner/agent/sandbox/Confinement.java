package org.gleaner.agent.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.machine.CoreDumps;
import org.gleaner.agent.machine.OwnGroups;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Abilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this agent holds tasks to.
 *
 * @param sandbox none: tasks run as the agent's user and see what it sees
 * @param groups none: memory is watched, not limited
 * @param room the disk on which tasks work; none: nobody minds it
 * @param shared where a job may ask to run
 * @param hidden where none may: the agent's own directory
 */
public record Confinement(
        @Nullable Bubblewrap sandbox,
        @Nullable ControlGroups groups,
        @Nullable DiskRoom room,
        List<Path> shared,
        List<Path> hidden)
        implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Confinement.class);
    public static final Confinement NONE = new Confinement(null, null, null, List.of(), List.of());

    public Confinement {
        shared = List.copyOf(shared);
        hidden = List.copyOf(hidden);
    }

    /**
     * Tries out what this machine can do, and says so.
     *
     * @param shared where its keeper lets jobs run
     * @param directory of the agent, which no task may see
     * @param low whether tasks give way to everything else
     */
    public static Confinement of(Fence wanted, List<Path> shared, AgentDirectory directory, boolean root, boolean low)
            throws IOException, SandboxUnavailable, InterruptedException {
        CoreDumps.forbid();
        Path own = directory.root();
        Fence fence = wanted.hiding(List.of(own, own.toRealPath()));
        Bubblewrap sandbox = sandbox(fence, directory.sandbox(), root, SandboxProbe.PLACES);
        return new Confinement(sandbox, groups(directory, low), new DiskRoom(own), shared, fence.hidden());
    }

    private static @Nullable ControlGroups groups(AgentDirectory directory, boolean low) throws IOException {
        try {
            String name = "gleaner-" + directory.marker().substring(0, 12);
            ControlGroups groups = ControlGroups.open(
                    OwnGroups.MOUNTS,
                    OwnGroups.OWN,
                    name,
                    low ? ControlGroups.Weight.LOWEST : ControlGroups.Weight.USUAL);
            directory.rememberGroups(groups.roots());
            LOG.info("the kernel limits tasks to the memory that they declare");
            return groups;
        } catch (ControlGroups.NoGroups none) {
            LOG.info("the memory of tasks is monitored, not limited: {}", none.getMessage());
            return null;
        }
    }

    /** A group for an attempt; none where there are none, or if the kernel makes no more of them. */
    public @Nullable ControlGroup group(String name, JobSpec spec) {
        return group(name, spec.needs());
    }

    /** The same for attempts of a kind. */
    public @Nullable ControlGroup group(String name, Requirements needs) {
        try {
            return groups == null ? null : groups.create(name, needs);
        } catch (IOException refused) {
            LOG.warn("the memory of {} is monitored, not limited: {}", name, refused.toString());
            return null;
        }
    }

    @Override
    public void close() {
        if (groups != null) {
            ControlGroups.cleanUp(groups.roots());
        }
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

    /** @param places where its program is searched */
    static @Nullable Bubblewrap sandbox(Fence fence, Path directory, boolean root, String places)
            throws IOException, SandboxUnavailable, InterruptedException {
        if (fence.mode() == SandboxMode.OFF) {
            LOG.warn("tasks run without a sandbox, as the agent's user (--sandbox off)");
            return null;
        }
        try {
            Bubblewrap sandbox = SandboxProbe.find(fence, directory, root, places);
            LOG.info("tasks run in a sandbox (bubblewrap)");
            if (!sandbox.filtersCalls()) {
                LOG.warn(
                        "system calls of tasks are not filtered: there is no filter for {}",
                        System.getProperty("os.arch"));
            }
            return sandbox;
        } catch (SandboxUnavailable missing) {
            if (!goesOnWithout(fence.mode(), root, missing)) {
                throw missing;
            }
            LOG.warn("tasks run without a sandbox, as the agent's user: {}", missing.getMessage());
            return null;
        }
    }

    /** Who asked for as good as there is did not ask for root's tasks, nor for what only needs fixing. */
    private static boolean goesOnWithout(SandboxMode mode, boolean root, SandboxUnavailable missing) {
        return mode != SandboxMode.REQUIRE && !root && !missing.isPossible();
    }

    /** What a task may take, beside what it declares. */
    public Allowance allowance(Requirements needs) {
        Allowance allowance = Allowance.of(needs, groups == null);
        boolean counted = groups != null && groups.countProcesses();
        return sandbox == null || counted ? allowance : allowance.counted(sandbox.ofUser(allowance.processes()));
    }

    /**
     * Whether attempts may follow each other where one has run. In a sandbox it is enough that the kernel refuses what
     * would outlive a process; without one the kernel has to tell whether a process was left.
     */
    public boolean takesRunners() {
        return sandbox != null ? sandbox.takesRunners() : groups != null && groups.countProcesses();
    }

    /** The words by which nodes say what they enforce. */
    public List<String> enforced() {
        List<String> words = new ArrayList<>();
        if (sandbox != null) {
            words.add(Abilities.SANDBOX);
        }
        if (groups != null || Files.isDirectory(Path.of("/proc/self"))) {
            words.add("memory");
        }
        words.add("disk");
        return words;
    }
}
