package org.gleaner.agent.machine;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.job.MemorySize;

/** The processes of this machine as {@code /proc} shows them; empty where there is none. Thread-safe. */
public final class ProcessTable {
    /** The kernel tells times in hundredths of a second, whatever its own tick is (USER_HZ). */
    private static final long MILLIS_PER_TICK = 10;

    /** Places of what we need among the numbers behind the process's state. */
    private static final int PARENT = 0;

    private static final int SESSION = 2;
    private static final int USER_TIME = 10;
    private static final int THREADS = 16;
    private static final int STARTED = 18;
    private static final int RESIDENT = 20;
    private static final int NUMBERS = 21;
    private static final int LONGEST_STAT = 1024;
    /** The number of the page size among what the kernel tells a process at its start (AT_PAGESZ). */
    private static final long PAGE_SIZE = 6;

    private static final long USUAL_PAGE_SIZE = 4096;
    /** A line of its own: a process's name, which comes before, can hold no new line. */
    private static final Pattern PAGE_TABLES = Pattern.compile("^VmPTE:\\s*([0-9]{1,15}) kB", Pattern.MULTILINE);

    private final Path root;
    private final long pageSize;

    public ProcessTable() {
        this(Path.of("/proc"));
    }

    ProcessTable(Path root) {
        this.root = root;
        this.pageSize = pageSize(root);
    }

    /**
     * One live process.
     *
     * @param started in ticks since boot: with the id it names a process for ever, ids alone are used again
     * @param cpu its own and that of the children it has waited for
     * @param threads at least one
     */
    public record Entry(
            long pid, long parent, long session, long started, Duration cpu, MemorySize resident, long threads) {}

    /** CPU time of these processes, as far as they are in this reading. */
    public static Duration cpu(List<Entry> entries, Set<Long> pids) {
        return entries.stream()
                .filter(entry -> pids.contains(entry.pid()))
                .map(Entry::cpu)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** All processes but zombies, which hold nothing. It is read at the end of every attempt, so it is cheap. */
    public List<Entry> read() {
        String[] names = root.toFile().list();
        if (names == null) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        byte[] buffer = new byte[LONGEST_STAT];
        long[] numbers = new long[NUMBERS];
        for (String name : names) {
            if (isNumber(name) && readNumbers(root + "/" + name + "/stat", buffer, numbers)) {
                entries.add(new Entry(
                        Long.parseLong(name),
                        numbers[PARENT],
                        numbers[SESSION],
                        numbers[STARTED],
                        ticks(numbers, USER_TIME, 4),
                        new MemorySize(Math.max(0, numbers[RESIDENT]) * pageSize),
                        Math.max(1, numbers[THREADS])));
            }
        }
        return entries;
    }

    /** Whether the process was started with all these in its environment; false if it is gone or not ours to see. */
    public boolean carries(long pid, String... variables) {
        try {
            byte[] environment =
                    Files.readAllBytes(root.resolve(Long.toString(pid)).resolve("environ"));
            String text = "\0" + new String(environment, StandardCharsets.UTF_8);
            for (String variable : variables) {
                if (!text.contains("\0" + variable + "\0")) {
                    return false;
                }
            }
            return true;
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    /**
     * What the kernel holds to know where the process's memory is, which is not part of what is resident: pages that
     * are only read are all the same one, but each needs its place. Nothing if the process is gone.
     */
    public MemorySize pageTables(long pid) {
        try {
            byte[] status = Files.readAllBytes(root.resolve(Long.toString(pid)).resolve("status"));
            Matcher found = PAGE_TABLES.matcher(new String(status, StandardCharsets.ISO_8859_1));
            return found.find() ? new MemorySize(Long.parseLong(found.group(1)) * 1024) : MemorySize.ZERO;
        } catch (IOException gone) {
            return MemorySize.ZERO;
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
        long[] numbers = new long[NUMBERS];
        boolean known = readNumbers(root + "/self/stat", new byte[LONGEST_STAT], numbers);
        return known ? ticks(numbers, USER_TIME + 2, 2) : Duration.ZERO;
    }

    /** In what the kernel counts memory: on many ARM machines pages are four or sixteen times the usual ones. */
    private static long pageSize(Path root) {
        try {
            byte[] told = Files.readAllBytes(root.resolve("self").resolve("auxv"));
            ByteBuffer pairs = ByteBuffer.wrap(told).order(ByteOrder.nativeOrder());
            while (pairs.remaining() >= 2 * Long.BYTES) {
                long what = pairs.getLong();
                long value = pairs.getLong();
                if (what == PAGE_SIZE) {
                    return value;
                }
            }
        } catch (IOException noProc) {
            // Nothing is counted where there is no table.
        }
        return USUAL_PAGE_SIZE;
    }

    private static boolean isNumber(String name) {
        return !name.isEmpty() && name.charAt(0) >= '0' && name.charAt(0) <= '9';
    }

    private static Duration ticks(long[] numbers, int first, int count) {
        long ticks = 0;
        for (int i = first; i < first + count; i++) {
            ticks += numbers[i];
        }
        return Duration.ofMillis(Math.max(0, ticks) * MILLIS_PER_TICK);
    }

    /** False if the process is gone, a zombie, or nothing that we understand. */
    private static boolean readNumbers(String file, byte[] buffer, long[] numbers) {
        int length;
        try (FileInputStream in = new FileInputStream(file)) {
            length = in.read(buffer);
        } catch (IOException gone) {
            return false;
        }
        // The name is in parentheses and may itself contain blanks and parentheses.
        int at = length - 1;
        while (at >= 0 && buffer[at] != ')') {
            at--;
        }
        int state = at + 2;
        if (at < 0 || state >= length || buffer[state] == 'Z' || buffer[state] == 'X') {
            return false;
        }
        int next = state + 2;
        for (int i = 0; i < NUMBERS; i++) {
            int end = next;
            while (end < length && buffer[end] > ' ') {
                end++;
            }
            if (end == next || end - next > 20) {
                return false;
            }
            numbers[i] = number(buffer, next, end);
            next = end + 1;
        }
        return true;
    }

    private static long number(byte[] buffer, int from, int to) {
        long value = 0;
        boolean negative = buffer[from] == '-';
        for (int i = negative ? from + 1 : from; i < to; i++) {
            value = value * 10 + (buffer[i] - '0');
        }
        return negative ? -value : value;
    }
}
