package org.gleaner.agent.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gleaner.agent.machine.KernelFile;
import org.gleaner.agent.machine.OpenKernelFiles;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of one attempt as the kernel sees them: it limits their memory, counts their time, lists them. The same
 * directory may be given for several of the trees.
 *
 * @param accounting where their CPU time is counted; null: nowhere
 * @param pids where they are counted; null: nowhere
 * @param processors where their share of the processors is weighed; null: nowhere
 * @param unified whether it is a kernel with one tree for all
 * @param open by which it is looked at if that is done for many attempts; null: each look opens what it reads
 */
public record ControlGroup(
        Path memory,
        @Nullable Path accounting,
        @Nullable Path pids,
        @Nullable Path processors,
        boolean unified,
        @Nullable OpenKernelFiles open)
        implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlGroup.class);

    private static final String MEMBERS = "cgroup.procs";
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);
    private static final long SLACK = 1 << 18;
    private static final Duration PAUSE = Duration.ofMillis(2);

    ControlGroup(
            Path memory, @Nullable Path accounting, @Nullable Path pids, @Nullable Path processors, boolean unified) {
        this(memory, accounting, pids, processors, unified, null);
    }

    /** The same, for whoever looks at it again and again. */
    public ControlGroup watched() {
        return new ControlGroup(memory, accounting, pids, processors, unified, new OpenKernelFiles());
    }

    /** Where a process writes its number to be in the group, with all that it starts. */
    public List<Path> members() {
        return trees().stream().map(tree -> tree.resolve(MEMBERS)).toList();
    }

    /**
     * Lines by which a shell comes into groups, with all that it becomes and starts.
     *
     * @param otherwise the line by which it ends if this one refuses it
     */
    public static String enter(List<Path> members, Function<Path, String> otherwise) {
        StringBuilder lines = new StringBuilder();
        for (Path member : members) {
            lines.append("echo $$ >" + ShellWord.quoted(member.toString()) + " || " + otherwise.apply(member));
        }
        return lines.toString();
    }

    List<Path> trees() {
        return Stream.of(memory, accounting, pids, processors)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** One below it, in each of its trees. */
    ControlGroup below(String name) throws IOException {
        return new ControlGroup(
                Files.createDirectories(memory.resolve(name)),
                accounting == null ? null : Files.createDirectories(accounting.resolve(name)),
                pids == null ? null : Files.createDirectories(pids.resolve(name)),
                processors == null ? null : Files.createDirectories(processors.resolve(name)),
                unified);
    }

    void limitProcesses(int most) throws IOException {
        if (pids != null) {
            KernelFile.write(pids.resolve("pids.max"), Integer.toString(most));
        }
    }

    /** Whether the kernel sees to it that there are not too many processes. */
    public boolean countsProcesses() {
        return pids != null;
    }

    /** Whether the kernel refused it another process. */
    public boolean wantedMoreProcesses() {
        return pids != null && number(pids.resolve("pids.events"), "max") > 0;
    }

    /** Swap counts too: a task that pages does not do what its owner wanted, and slows everybody. */
    void limit(MemorySize limit) throws IOException {
        String bytes = Long.toString(limit.bytes());
        if (unified) {
            KernelFile.write(memory.resolve("memory.max"), bytes);
            writeIfThere("memory.swap.max", "0");
            writeIfThere("memory.oom.group", "1");
        } else {
            KernelFile.write(memory.resolve("memory.limit_in_bytes"), bytes);
            writeIfThere("memory.memsw.limit_in_bytes", bytes);
        }
    }

    /** Whether the kernel killed one of the processes because there was no memory left for it. */
    public boolean wasShort() {
        return number(memory.resolve(unified ? "memory.events" : "memory.oom_control"), "oom_kill") > 0;
    }

    /** Whether it ever had all that its limit allows; if not, it was the machine that had no memory left. */
    public boolean reachedLimit() {
        if (unified) {
            return number(memory.resolve("memory.events"), "max") > 0;
        }
        // Newer kernels no longer count failures here. A page or so may be missing to the limit.
        long most = number(memory.resolve("memory.max_usage_in_bytes"), "");
        long limit = number(memory.resolve("memory.limit_in_bytes"), "");
        return limit > 0 && most >= limit - Math.max(limit / 100, SLACK);
    }

    /** CPU time of all processes, ended ones too; zero if the kernel does not count it here. */
    public Duration cpu() {
        if (unified) {
            return Duration.of(number(memory.resolve("cpu.stat"), "usage_usec"), ChronoUnit.MICROS);
        }
        return accounting == null ? Duration.ZERO : Duration.ofNanos(number(accounting.resolve("cpuacct.usage"), ""));
    }

    /** Whether the kernel knows of no process in it, nor of groups below it that some could be in. */
    public boolean isEmpty() {
        try {
            return Files.readString(memory.resolve(MEMBERS)).isEmpty() && !hasGroups(memory);
        } catch (IOException unknown) {
            return false;
        }
    }

    /** How many processes are in it; more than there can be if the kernel does not say. */
    public int count() {
        try {
            int lines = 0;
            // Opened each time: of this one the kernel repeats for a second what it told before.
            for (byte one : Files.readAllBytes(memory.resolve(MEMBERS))) {
                lines += one == '\n' ? 1 : 0;
            }
            return lines;
        } catch (IOException unknown) {
            return Integer.MAX_VALUE;
        }
    }

    /** How many threads of all processes are in it and below; more than there can be if the kernel does not say. */
    public int threads() {
        return pids == null ? count() : (int) number(pids.resolve("pids.current"), "", Integer.MAX_VALUE);
    }

    /** A directory is linked from above, from itself and from each one below. */
    private static boolean hasGroups(Path group) throws IOException {
        return ((Number) Files.getAttribute(group, "unix:nlink")).intValue() > 2;
    }

    static List<Path> groupsIn(Path group) throws IOException {
        try (DirectoryStream<Path> below = Files.newDirectoryStream(group, Files::isDirectory)) {
            List<Path> groups = new ArrayList<>();
            below.forEach(groups::add);
            return groups;
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
    }

    /** Kills what is still in it or in groups below and removes them. What resists costs a result nothing. */
    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
        long end = System.nanoTime() + LONGEST_CLOSE.toNanos();
        IOException last = null;
        for (Path tree : trees()) {
            try {
                remove(tree, end);
            } catch (IOException busy) {
                last = busy;
            }
        }
        if (last != null) {
            // Once for all trees: what is a member in one of them is one in the others.
            LOG.warn(
                    "could not remove the control group {}; the next start of the agent will: {}",
                    memory.getFileName(),
                    last.getMessage());
        }
    }

    private static void remove(Path group, long end) throws IOException {
        while (Files.exists(group)) {
            try {
                for (Path below : hasGroups(group) ? groupsIn(group) : List.<Path>of()) {
                    remove(below, end);
                }
                killMembers(group);
                Files.deleteIfExists(group);
            } catch (IOException busy) {
                // A process that is being killed is a member until it is gone; somebody else may remove the group, too.
                if (Files.exists(group) && System.nanoTime() - end > 0) {
                    throw busy;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** Kills until nobody is left in it and in groups below; false if somebody resists. */
    public boolean killAll(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (threads() > 0) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            try {
                for (Path tree : trees()) {
                    killBelow(tree);
                }
            } catch (IOException changing) {
                LOG.debug("a control group changed while it was being checked: {}", changing.toString());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    private static void killBelow(Path group) throws IOException {
        killMembers(group);
        for (Path below : hasGroups(group) ? groupsIn(group) : List.<Path>of()) {
            killBelow(below);
        }
    }

    private static void killMembers(Path group) throws IOException {
        for (String pid : Files.readAllLines(group.resolve(MEMBERS), StandardCharsets.UTF_8)) {
            ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void writeIfThere(String file, String text) throws IOException {
        if (Files.exists(memory.resolve(file))) {
            KernelFile.write(memory.resolve(file), text);
        }
    }

    /** The number behind the key, or the only one; 0 if it is not there. */
    private long number(Path file, String key) {
        return number(file, key, 0);
    }

    private long number(Path file, String key, long otherwise) {
        try {
            for (String line : read(file).split("\n", -1)) {
                if (key.isEmpty()) {
                    return Long.parseLong(line.strip());
                }
                if (line.startsWith(key + " ")) {
                    return Long.parseLong(line.substring(key.length()).strip());
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return otherwise;
        }
        return otherwise;
    }

    private String read(Path file) throws IOException {
        // Of bytes, as this is asked for each task.
        return open == null ? new String(Files.readAllBytes(file), StandardCharsets.US_ASCII) : open.read(file);
    }
}
