package org.gleaner.agent.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/** The processes of this machine as {@code /proc} shows them; empty where there is none. Thread-safe. */
public final class ProcessTable {
    /** The kernel tells times in hundredths of a second, whatever its own tick is (USER_HZ). */
    private static final long MILLIS_PER_TICK = 10;

    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int USER_TIME = 11;
    private static final int STARTED = 19;
    private static final int RESIDENT = 21;

    private final Path root;
    private final long pageSize;

    public ProcessTable() {
        this(Path.of("/proc"), 4096);
    }

    ProcessTable(Path root, long pageSize) {
        this.root = root;
        this.pageSize = pageSize;
    }

    /**
     * One live process.
     *
     * @param started in ticks since boot: with the id it names a process for ever, ids alone are used again
     * @param cpu its own and that of the children it has waited for
     */
    public record Entry(long pid, long parent, long session, long started, Duration cpu, MemorySize resident) {}

    /** All processes but zombies, which hold nothing any more. */
    public List<Entry> read() {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> pids = Files.newDirectoryStream(root, "[0-9]*")) {
            for (Path pid : pids) {
                Entry entry = read(pid);
                if (entry != null) {
                    entries.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException noProc) {
            return List.of();
        }
        return entries;
    }

    /** Whether the process was started with this in its environment; false if it is gone or not ours to look at. */
    public boolean carries(long pid, String variable) {
        try {
            byte[] environment =
                    Files.readAllBytes(root.resolve(Long.toString(pid)).resolve("environ"));
            return ("\0" + new String(environment, StandardCharsets.UTF_8)).contains("\0" + variable + "\0");
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    /** Now, on the scale of {@link Entry#started}; 0 where the system does not tell. */
    public long now() {
        try {
            String uptime = Files.readString(root.resolve("uptime"));
            return (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1000) / MILLIS_PER_TICK;
        } catch (IOException noProc) {
            return 0;
        }
    }

    /** CPU time of all children that this process has waited for. */
    public Duration ofEndedChildren() {
        try {
            String[] fields = fields(Files.readAllBytes(root.resolve("self/stat")));
            return fields == null ? Duration.ZERO : ticks(fields, USER_TIME + 2, 2);
        } catch (IOException noProc) {
            return Duration.ZERO;
        }
    }

    private @Nullable Entry read(Path directory) {
        try {
            String[] fields = fields(Files.readAllBytes(directory.resolve("stat")));
            if (fields == null || fields[STATE].equals("Z") || fields[STATE].equals("X")) {
                return null;
            }
            return new Entry(
                    Long.parseLong(String.valueOf(directory.getFileName())),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[SESSION]),
                    Long.parseLong(fields[STARTED]),
                    ticks(fields, USER_TIME, 4),
                    new MemorySize(Math.max(0, Long.parseLong(fields[RESIDENT])) * pageSize));
        } catch (IOException gone) {
            return null;
        }
    }

    private static Duration ticks(String[] fields, int first, int count) {
        long ticks = 0;
        for (int i = first; i < first + count; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return Duration.ofMillis(Math.max(0, ticks) * MILLIS_PER_TICK);
    }

    /** The fields behind the name, which is in parentheses and may itself contain blanks and parentheses. */
    private static String @Nullable [] fields(byte[] stat) {
        String line = new String(stat, StandardCharsets.ISO_8859_1);
        int end = line.lastIndexOf(')');
        if (end < 0 || end + 2 > line.length()) {
            return null;
        }
        String[] fields = line.substring(end + 2).trim().split(" ");
        return fields.length > RESIDENT ? fields : null;
    }
}
