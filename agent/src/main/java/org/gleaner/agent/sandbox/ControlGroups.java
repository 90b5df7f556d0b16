package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.agent.machine.KernelFile;
import org.gleaner.agent.machine.LowPriority;
import org.gleaner.agent.machine.OwnGroups;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the agent may make control groups, one per attempt, beneath the group that it runs in itself. Two kinds of
 * systems: the older one (v1) has a tree per controller, the newer (v2) has one tree in which a group with processes
 * can't have limited children, so the agent must move out of the way first. Thread-safe.
 */
public final class ControlGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);

    /** Of one thread with the nice value 5, in figures of the older and of the newer kind. */
    private static final String ONE_SHARES = "335";

    private static final String ONE_WEIGHT = "33";

    /** What all processes below count for when others want the processors, where a group decides about that. */
    public enum Weight {
        USUAL,
        /** All others come first. */
        LOWEST,
        /** All together count as a single thread does that lets others go first, however many they are. */
        ONE
    }

    /** The agent's own, above those of attempts. */
    private final ControlGroup top;

    private ControlGroups(ControlGroup top) {
        this.top = top;
    }

    /** Why there are none; the message is one line. */
    public static final class NoGroups extends Exception {
        NoGroups(String why) {
            super(why);
        }
    }

    /**
     * Finds the place and takes it.
     *
     * @param mounts where the kernel shows control groups
     * @param self lists the groups that the agent is in
     * @param name of the agent's own group, the same in all its lives
     */
    public static ControlGroups open(Path mounts, Path self, String name, Weight weight) throws IOException, NoGroups {
        OwnGroups own = OwnGroups.read(self);
        String memory = own.of("memory");
        String unified = own.of("");
        try {
            if (memory != null) {
                return new ControlGroups(separate(mounts, own, name, weight));
            }
            if (unified != null && Files.exists(mounts.resolve("cgroup.controllers"))) {
                return new ControlGroups(unified(OwnGroups.beneath(mounts, unified), name, weight));
            }
        } catch (FileSystemException refused) {
            throw new NoGroups("no control groups can be created in " + refused.getFile());
        }
        throw new NoGroups("the kernel has no control groups for memory");
    }

    /** The directories to clean if the agent dies before it can. */
    public List<Path> roots() {
        return top.trees();
    }

    /** Whether the kernel also keeps a task from having too many processes. */
    public boolean countProcesses() {
        return top.countsProcesses();
    }

    /** Whether the kernel also shares out the processors among these groups and others by their weight. */
    public boolean weighs() {
        return top.processors() != null;
    }

    /** A group for one attempt, with the limits that its job declared and that of processes. */
    public ControlGroup create(String name, Requirements needs) throws IOException {
        ControlGroup group = top.below(name);
        MemorySize limit = needs.memory();
        if (limit != null) {
            group.limit(limit);
        }
        group.limitProcesses(Allowance.processes(needs));
        return group;
    }

    /** Takes away what an earlier life left in these directories, processes included. */
    public static void cleanUp(List<Path> roots) {
        for (Path root : roots) {
            try {
                if (Files.isDirectory(root)) {
                    for (Path group : ControlGroup.groupsIn(root)) {
                        new ControlGroup(group, null, null, null, false).close();
                    }
                    Files.deleteIfExists(root);
                }
            } catch (NoSuchFileException gone) {
                // Somebody else was faster: whoever cleans up after agents that died, or the system.
                LOG.debug("control groups in {} are gone: {}", root, gone.getMessage());
            } catch (IOException busy) {
                LOG.warn("could not remove control groups in {}: {}", root, busy.toString());
            }
        }
    }

    private static ControlGroup separate(Path mounts, OwnGroups own, String name, Weight weight) throws IOException {
        Path group = Files.createDirectories(in(mounts, own, "memory").resolve(name));
        Path account = optional(mounts, own, "cpuacct", name);
        if (weight == Weight.LOWEST && account != null) {
            LowPriority.lowerGroup(account);
        }
        Path processors = weight == Weight.ONE ? optional(mounts, own, "cpu", name) : null;
        if (processors != null) {
            KernelFile.write(processors.resolve("cpu.shares"), ONE_SHARES);
        }
        return new ControlGroup(group, account, optional(mounts, own, "pids", name), processors, false);
    }

    private static @Nullable Path optional(Path mounts, OwnGroups own, String controller, String name)
            throws IOException {
        if (own.of(controller) != null) {
            try {
                return Files.createDirectories(in(mounts, own, controller).resolve(name));
            } catch (FileSystemException notOurs) {
                LOG.debug("no control group for {}: {}", controller, notOurs.getMessage());
            }
        }
        return null;
    }

    private static Path in(Path mounts, OwnGroups own, String controller) {
        String path = own.of(controller);
        return OwnGroups.beneath(mounts.resolve(controller), path == null ? "/" : path);
    }

    /** Only in a group that is ours alone: others in it would have to move too, and they are not ours to move. */
    private static ControlGroup unified(Path found, String name, Weight weight) throws IOException, NoGroups {
        String agentsOwn = name + ".agent";
        boolean moved = found.endsWith(agentsOwn);
        Path parent = found.getParent();
        Path own = moved && parent != null ? parent : found;
        String self = Long.toString(ProcessHandle.current().pid());
        if (!moved) {
            List<String> members = Files.readAllLines(own.resolve("cgroup.procs"), StandardCharsets.UTF_8);
            if (!members.equals(List.of(self))) {
                throw new NoGroups(
                        "its control group is shared with other processes; run it as a service of its own with"
                                + " Delegate=yes");
            }
            Path leaf = Files.createDirectories(own.resolve(agentsOwn));
            KernelFile.write(leaf.resolve("cgroup.procs"), self);
        }
        Path group = Files.createDirectories(own.resolve(name));
        List<String> controllers = List.of(
                Files.readString(own.resolve("cgroup.controllers")).strip().split(" ", -1));
        boolean weighed = weight == Weight.ONE && controllers.contains("cpu") && weigh(own, group);
        boolean processes = controllers.contains("pids");
        String wanted = processes ? "+memory +pids" : "+memory";
        KernelFile.write(own.resolve("cgroup.subtree_control"), wanted);
        KernelFile.write(group.resolve("cgroup.subtree_control"), wanted);
        return new ControlGroup(group, null, processes ? group : null, weighed ? group : null, true);
    }

    /** A system that schedules some of our processes in real time refuses it; all else works there, too. */
    private static boolean weigh(Path own, Path group) {
        try {
            KernelFile.write(own.resolve("cgroup.subtree_control"), "+cpu");
            KernelFile.write(group.resolve("cgroup.subtree_control"), "+cpu");
            KernelFile.write(group.resolve("cpu.weight"), ONE_WEIGHT);
            return true;
        } catch (IOException refused) {
            LOG.debug("the kernel does not weigh the group {}: {}", group, refused.getMessage());
            return false;
        }
    }
}
