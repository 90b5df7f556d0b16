package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/** What a draft says about the machine that a task needs. */
final class NeedTexts {
    private static final List<String> SYSTEMS = List.of("linux", "windows", "macos");
    private static final List<String> PROCESSORS = List.of("x64", "arm64");
    /** Less than any program needs. */
    private static final MemorySize TOO_SMALL = new MemorySize(1 << 20);

    private NeedTexts() {}

    static Requirements of(Draft draft) throws ClientFailure {
        return new Requirements(
                draft.count("cores", 1),
                size(draft, "memory"),
                size(draft, "disk"),
                platform(draft),
                draft.has("exclusive"),
                uses(draft));
    }

    private static Amounts uses(Draft draft) throws ClientFailure {
        List<String> texts = new ArrayList<>(draft.all("use"));
        if (draft.has("gpus")) {
            texts.add(Amounts.GPU + "=" + draft.count("gpus", 1));
        }
        try {
            Amounts uses = Amounts.parse(texts);
            new Requirements(1, null, null, Platform.ANY, false, uses);
            return uses;
        } catch (IllegalArgumentException refused) {
            throw Draft.unusable(draft.has("use") ? "use" : "gpus", SystemWords.sentence(refused));
        }
    }

    private static @Nullable MemorySize size(Draft draft, String key) throws ClientFailure {
        String text = draft.text(key);
        MemorySize size = draft.size(key);
        if (text != null && size != null && size.compareTo(TOO_SMALL) < 0) {
            throw Draft.unusable(key, "'" + text + "' is less than any program needs; write for example 512M or 2G.");
        }
        return size;
    }

    private static Platform platform(Draft draft) throws ClientFailure {
        String os = draft.text("os");
        String arch = draft.text("arch");
        List<RuntimeVersion> runtimes = new ArrayList<>();
        for (String text : draft.all("needs")) {
            runtimes.add(runtime(text));
        }
        return new Platform(
                os == null ? null : word("os", os(os), SYSTEMS),
                arch == null ? null : word("arch", arch(arch), PROCESSORS),
                runtimes,
                draft.all("tag"),
                draft.has("sandbox"),
                machines(draft));
    }

    private static Machines machines(Draft draft) throws ClientFailure {
        try {
            return new Machines(draft.all("on"), draft.all("not-on"), draft.fraction("min-speed"));
        } catch (IllegalArgumentException refused) {
            String key = draft.has("min-speed") ? "min-speed" : draft.has("on") ? "on" : "not-on";
            throw Draft.unusable(key, SystemWords.sentence(refused));
        }
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
    private static String word(String key, String word, List<String> usual) throws ClientFailure {
        String near = usual.contains(word) ? word : Nearest.to(word, usual);
        if (near != null && !near.equals(word)) {
            throw Draft.unusable(key, "Unknown value '" + word + "'; did you mean " + near + "?");
        }
        return word;
    }

    private static RuntimeVersion runtime(String text) throws ClientFailure {
        String trimmed = text.replace(">=", ":").replace("==", ":");
        try {
            return RuntimeVersion.parse(trimmed);
        } catch (IllegalArgumentException malformed) {
            throw Draft.unusable("needs", SystemWords.sentence(malformed));
        }
    }
}
