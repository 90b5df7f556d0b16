package org.gleaner.agent.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.core.job.CutText;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.NodeFacts;

/** The machine that the agent runs on. Thread-safe. */
public final class Machine {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+([0-9]{1,15}) kB");

    private final OperatingSystemMXBean system;

    public Machine() {
        system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    public NodeFacts facts(Duration benchmark, String version) {
        return new NodeFacts(hostName(), os(), arch(), cores(), benchmark, version);
    }

    public int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    public MemorySize memory() {
        return new MemorySize(Math.max(0, system.getTotalMemorySize()));
    }

    /** Bytes that programs could still take without making the machine swap; empty where the kernel does not say. */
    public static OptionalLong availableMemory() {
        try (BufferedReader lines = Files.newBufferedReader(MEMORY, StandardCharsets.US_ASCII)) {
            return availableMemory(lines.lines());
        } catch (IOException | UncheckedIOException noProc) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong availableMemory(Stream<String> lines) {
        return lines.map(AVAILABLE::matcher)
                .filter(Matcher::matches)
                .mapToLong(line -> Long.parseLong(line.group(1)) * 1024)
                .findFirst();
    }

    /** Share of all cores in use, by whomever, since the last call: 0 to 1. */
    public double load() {
        double load = system.getCpuLoad();
        return load >= 0 ? Math.min(1, load) : 0;
    }

    /** CPU time of this process. */
    public Duration ownCpu() {
        return Duration.ofNanos(Math.max(0, system.getProcessCpuTime()));
    }

    /** The user of this process; empty where nobody can tell. */
    public static OptionalLong ownUser() throws IOException {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid") instanceof Integer user
                    ? OptionalLong.of(Integer.toUnsignedLong(user))
                    : OptionalLong.empty();
        } catch (NoSuchFileException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Whether this process is the super-user's; where nobody can tell, it is taken for it. */
    public static boolean isRoot() throws IOException {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (NoSuchFileException noSuchTable) {
            return "root".equals(System.getProperty("user.name"));
        } catch (UnsupportedOperationException | IllegalArgumentException notUnix) {
            return true;
        }
    }

    private static String os() {
        String name = System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return "macos";
        }
        return name.startsWith("windows") ? "windows" : clean(name);
    }

    /** The word that people use: x64 or arm64. */
    private static String arch() {
        String arch = System.getProperty("os.arch", "unknown").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64" -> "arm64";
            default -> clean(arch);
        };
    }

    public static String hostName() {
        try {
            String kernel =
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            if (!kernel.isEmpty()) {
                return clean(kernel);
            }
        } catch (IOException noProc) {
            // Not Linux: ask the resolver.
        }
        try {
            return clean(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException nameless) {
            return "unnamed";
        }
    }

    private static String clean(String text) {
        String printable = text.replaceAll("[\\p{Cntrl}]", "").strip();
        if (printable.isEmpty()) {
            return "unknown";
        }
        return CutText.to(200, printable);
    }
}
