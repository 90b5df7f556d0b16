package org.gleaner.simulator.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When real hosts were up: CSV with {@code host,start_s,end_s}, seconds from the begin of the record, in any order of
 * lines; windows of one host must not overlap. Immutable.
 */
public final class AvailabilityTrace {
    private static final List<String> COLUMNS = List.of("host", "start_s", "end_s");
    /** A century, in seconds. */
    static final double LONGEST_SECONDS = 3.2e9;

    private static final int MOST_HOSTS = 1_000_000;
    private static final int MOST_WINDOWS = 20_000_000;

    private final String name;
    private final SortedMap<String, List<Window>> hosts;
    private final long span;

    /** In milliseconds. */
    record Window(long start, long end) {}

    AvailabilityTrace(String name, SortedMap<String, List<Window>> hosts) {
        this.name = name;
        this.hosts = new TreeMap<>(hosts);
        span = hosts.values().stream()
                .mapToLong(windows -> windows.get(windows.size() - 1).end())
                .max()
                .orElse(0);
    }

    public static AvailabilityTrace read(Path file) throws ScenarioError {
        try (TextLines lines = TextLines.open(file)) {
            List<String> columns = Row.header(lines, COLUMNS);
            SortedMap<String, List<Window>> hosts = new TreeMap<>();
            int count = 0;
            for (Row row = Row.csv(lines, columns); row != null; row = Row.csv(lines, columns)) {
                long start = row.seconds("start_s", 0, LONGEST_SECONDS);
                long end = row.seconds("end_s", 0, LONGEST_SECONDS);
                if (end <= start) {
                    throw row.wrong(
                            "the field end_s is not after start_s.",
                            "A line says that a host was up from start_s to end_s.",
                            "Correct or delete the line.");
                }
                hosts.computeIfAbsent(row.text("host"), host -> new ArrayList<>())
                        .add(new Window(start, end));
                if (++count > MOST_WINDOWS || hosts.size() > MOST_HOSTS) {
                    throw row.wrong(
                            "the trace is too long.",
                            "At most " + MOST_HOSTS + " hosts and " + MOST_WINDOWS + " lines are read.",
                            "Use a part of it.");
                }
            }
            if (hosts.isEmpty()) {
                throw lines.wrong("the trace has no lines.", "It describes no host.", "Use another file.");
            }
            for (String host : hosts.keySet()) {
                order(lines.file(), host, hosts.getOrDefault(host, List.of()));
            }
            return new AvailabilityTrace(stem(lines.file()), hosts);
        }
    }

    private static void order(String file, String host, List<Window> windows) throws ScenarioError {
        windows.sort(Comparator.comparingLong(Window::start));
        for (int i = 1; i < windows.size(); i++) {
            Window before = windows.get(i - 1);
            Window after = windows.get(i);
            if (after.start() < before.end()) {
                throw new ScenarioError(
                        file + ": two lines of the host " + host + " overlap.",
                        "It is up until " + before.end() / 1000 + " s and comes up at " + after.start() / 1000 + " s.",
                        "Merge the two lines, or correct one of them.");
            }
        }
    }

    private static String stem(String file) {
        return file.replaceFirst("(\\.csv)?(\\.gz)?$", "");
    }

    /** Only hosts that were members this long: from their first start to their last end. */
    public AvailabilityTrace present(Duration least) throws ScenarioError {
        SortedMap<String, List<Window>> members = new TreeMap<>(hosts);
        members.values()
                .removeIf(windows ->
                        windows.get(windows.size() - 1).end() - windows.get(0).start() < least.toMillis());
        if (members.isEmpty()) {
            throw new ScenarioError(
                    "No host of " + name + " is present for " + least.toHours() + " hours.",
                    "Presence counts from a host's first start to its last end; the trace spans " + span / 3_600_000
                            + " hours.",
                    "Ask for less.");
        }
        return new AvailabilityTrace(name, members, span);
    }

    private AvailabilityTrace(String name, SortedMap<String, List<Window>> hosts, long span) {
        this.name = name;
        this.hosts = hosts;
        this.span = span;
    }

    public String name() {
        return name;
    }

    /** Milliseconds from the begin of the record to its last line's end. */
    public long span() {
        return span;
    }

    List<String> hosts() {
        return List.copyOf(hosts.keySet());
    }

    UpWindows windows(String host) {
        return new RepeatedWindows(hosts.getOrDefault(host, List.of()), span);
    }
}
