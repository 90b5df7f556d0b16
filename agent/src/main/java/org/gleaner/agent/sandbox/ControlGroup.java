package org.gleaner.agent.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/** The processes of one attempt as the kernel sees them: it limits their memory, counts their time, lists them. */
public final class ControlGroup implements Closeable {
    /** The name under which entering the group fails, if it does. */
    public static final String ENTERING = "gleaner-enter";

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);
    private static final long SLACK = 1 << 18;
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final Path memory;
    private final @Nullable Path cpu;
    private final boolean unified;

    ControlGroup(Path memory, @Nullable Path cpu, boolean unified) {
        this.memory = memory;
        this.cpu = cpu;
        this.unified = unified;
    }

    /** To be put before a command, so that it and all its children are in the group from their first moment. */
    public List<String> entering() {
        List<Path> members = new ArrayList<>(List.of(memory.resolve("cgroup.procs")));
        if (cpu != null) {
            members.add(cpu.resolve("cgroup.procs"));
        }
        return ControlGroups.entering(members);
    }

    /** Swap counts too: a task that pages does not do what its owner wanted, and slows everybody. */
    void limit(MemorySize limit) throws IOException {
        String bytes = Long.toString(limit.bytes());
        if (unified) {
            Files.writeString(memory.resolve("memory.max"), bytes);
            writeIfThere("memory.swap.max", "0");
            writeIfThere("memory.oom.group", "1");
        } else {
            Files.writeString(memory.resolve("memory.limit_in_bytes"), bytes);
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
        return cpu == null ? Duration.ZERO : Duration.ofNanos(number(cpu.resolve("cpuacct.usage"), ""));
    }

    /** Kills what is still in it and removes it. */
    @Override
    public void close() throws IOException {
        long end = System.nanoTime() + LONGEST_CLOSE.toNanos();
        while (true) {
            try {
                killMembers();
                Files.deleteIfExists(memory);
                if (cpu != null) {
                    Files.deleteIfExists(cpu);
                }
                return;
            } catch (IOException busy) {
                // A process that is being killed is a member until it is gone.
                if (System.nanoTime() - end > 0) {
                    throw busy;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void killMembers() throws IOException {
        try {
            for (String pid : Files.readAllLines(memory.resolve("cgroup.procs"), StandardCharsets.UTF_8)) {
                ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (NoSuchFileException gone) {
            // Removed before.
            return;
        }
    }

    private void writeIfThere(String file, String text) throws IOException {
        if (Files.exists(memory.resolve(file))) {
            Files.writeString(memory.resolve(file), text);
        }
    }

    /** The number behind the key, or the only one; 0 if it is not there. */
    private static long number(Path file, String key) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                if (key.isEmpty()) {
                    return Long.parseLong(line.strip());
                }
                if (line.startsWith(key + " ")) {
                    return Long.parseLong(line.substring(key.length()).strip());
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return 0;
        }
        return 0;
    }
}
