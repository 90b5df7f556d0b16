package org.gleaner.cli.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Nearest;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** What the flags say about the machine that a task needs. */
final class NeedFlags {
    private static final List<String> SYSTEMS = List.of("linux", "windows", "macos");
    private static final List<String> PROCESSORS = List.of("x64", "arm64");
    /** Less than any program needs. */
    private static final MemorySize TOO_SMALL = new MemorySize(1 << 20);

    private NeedFlags() {}

    static Requirements of(Arguments arguments) throws CliFailure {
        return new Requirements(
                arguments.count("cores", 1, 1),
                size(arguments, "memory"),
                size(arguments, "disk"),
                platform(arguments));
    }

    private static @Nullable MemorySize size(Arguments arguments, String flag) throws CliFailure {
        String text = arguments.text(flag);
        MemorySize size = arguments.size(flag);
        if (text != null && size != null && size.compareTo(TOO_SMALL) < 0) {
            throw arguments.unusable(
                    flag, "'" + text + "' is less than any program needs; write for example 512M or 2G.");
        }
        return size;
    }

    private static Platform platform(Arguments arguments) throws CliFailure {
        String os = arguments.text("os");
        String arch = arguments.text("arch");
        List<RuntimeVersion> runtimes = new ArrayList<>();
        for (String text : arguments.all("needs")) {
            runtimes.add(runtime(arguments, text));
        }
        return new Platform(
                os == null ? null : word(arguments, "os", os(os), SYSTEMS),
                arch == null ? null : word(arguments, "arch", arch(arch), PROCESSORS),
                runtimes,
                arguments.all("tag"),
                arguments.has("sandbox"));
    }

    private static String os(String typed) {
        String os = typed.toLowerCase(Locale.ROOT);
        return switch (os) {
            case "win", "win32", "win64" -> "windows";
            case "mac", "osx", "darwin" -> "macos";
            default -> os;
        };
    }

    private static String arch(String typed) {
        String arch = typed.toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64", "x86-64" -> "x64";
            case "aarch64" -> "arm64";
            default -> arch;
        };
    }

    /** A word that is nearly a usual one is a slip; one that is far from all may be a rare machine. */
    private static String word(Arguments arguments, String flag, String word, List<String> usual) throws CliFailure {
        String near = usual.contains(word) ? word : Nearest.to(word, usual);
        if (near != null && !near.equals(word)) {
            throw arguments.unusable(flag, "'" + word + "' is not a known value; did you mean " + near + "?");
        }
        return word;
    }

    private static RuntimeVersion runtime(Arguments arguments, String text) throws CliFailure {
        String trimmed = text.replace(">=", ":").replace("==", ":");
        try {
            return RuntimeVersion.parse(trimmed);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("needs", Arguments.sentence(malformed));
        }
    }
}
