package org.gleaner.agent.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers CPU and I/O priority. On Linux a priority belongs to a thread, and a process inherits that of the thread that
 * starts it. So one thread of the agent is lowered once and starts all tasks: a prefix command per task would cost more
 * than a short task itself, and an agent lowered as a whole would be taken for dead on a busy machine.
 */
public final class LowPriority {
    private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** One for all agents of a machine; it stays until the machine is switched off. */
    private static final String GROUP = "gleaner-tasks";

    /** The weight of one thread with the lowest priority. With less, on a busy machine, tasks can't even die. */
    private static final String LOW_SHARES = "15";

    private LowPriority() {}

    /** Whether a process inherits the priority of the thread that starts it. */
    public static boolean isInherited() {
        return Files.exists(Path.of("/proc/thread-self"));
    }

    /** Lowers a process that has just started, where it inherited nothing; what it starts from then on inherits it. */
    public static void lower(long pid) {
        commands(System.getProperty("os.name", ""), pid).forEach(LowPriority::run);
    }

    /** What the system itself offers for it. */
    static List<List<String>> commands(String system, long pid) {
        String process = Long.toString(pid);
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            String line = "(Get-Process -Id " + process + ").PriorityClass = 'Idle'";
            return List.of(List.of("powershell", "-NoProfile", "-NonInteractive", "-Command", line));
        }
        List<String> lowest = List.of("renice", "-n", "20", "-p", process);
        return name.startsWith("mac") ? List.of(lowest, List.of("taskpolicy", "-b", "-p", process)) : List.of(lowest);
    }

    /** Does what the system offers; a machine without these commands runs tasks at the agent's priority. */
    public static void lowerThisThread() {
        String thread;
        try {
            thread = String.valueOf(
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
        } catch (IOException noProc) {
            LOG.debug("no /proc/thread-self: {}", noProc.getMessage());
            return;
        }
        run(List.of("ionice", "-c", "3", "-p", thread));
        run(List.of("renice", "-n", "19", "-p", thread));
        run(List.of("chrt", "--idle", "--pid", "0", thread));
        try {
            enterLowGroup(OwnGroups.MOUNTS, OwnGroups.read(OwnGroups.OWN), thread);
        } catch (IOException notOurs) {
            LOG.debug("tasks share the agent's CPU group: {}", notOurs.getMessage());
        }
    }

    /**
     * A priority counts only among the threads of one group, and each group gets its share however low all in it are.
     * With a group for each session that is 3 % of a core for a task on a machine of two cores, and more the more cores
     * there are. So the thread goes into a group that gets about that much for all tasks together. Only the older kind
     * of control groups lets a thread be elsewhere than its process.
     */
    static void enterLowGroup(Path mounts, OwnGroups own, String thread) throws IOException {
        String path = own.of("cpu");
        if (path != null) {
            Path group = Files.createDirectories(
                    OwnGroups.beneath(mounts.resolve("cpu"), path).resolve(GROUP));
            lowerGroup(group);
            KernelFile.write(group.resolve("tasks"), thread);
        }
    }

    /** Leaves to a control group about 1.5 % of what others want, if it decides about CPU time at all. */
    public static void lowerGroup(Path group) throws IOException {
        Path shares = group.resolve("cpu.shares");
        if (Files.exists(shares)) {
            KernelFile.write(shares, LOW_SHARES);
        }
    }

    /**
     * On desktops every session is scheduled as a group of its own and the nice value counts only inside it, so a new
     * session must be lowered as a whole. Until the process has left our own session, lowering its group would lower
     * the agent and, worse, the session of whoever started the agent; so the groups are compared first. The kernel also
     * allows it only now and then. Returns whether it is done; call it again until then.
     *
     * @param process any one of the session
     */
    public static boolean lowerSession(long process) {
        Path group = Path.of("/proc/" + process + "/autogroup");
        try {
            if (nameOf(group).equals(nameOf(Path.of("/proc/self/autogroup")))) {
                return false;
            }
            KernelFile.write(group, "19");
            return true;
        } catch (IOException notNow) {
            return false;
        }
    }

    /** The group's name in a line such as {@code /autogroup-37 nice 0}. */
    private static String nameOf(Path group) throws IOException {
        String line = Files.readString(group);
        return line.substring(0, Math.max(0, line.indexOf(' ')));
    }

    private static void run(List<String> words) {
        int exit = QuietCommand.runAnyway(LIMIT, words);
        LOG.debug("{} ended with {}", words.get(0), exit);
    }
}
