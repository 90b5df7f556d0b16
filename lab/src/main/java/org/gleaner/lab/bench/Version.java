package org.gleaner.lab.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.gleaner.cli.GleanerMain;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * One version of the program with its benchmarks.
 *
 * @param lab the jar of its laboratory; null: its benchmarks are in the program's jar, as they used to be
 */
record Version(Path jar, @Nullable Path lab) {
    private static final String LAB = "gleaner-lab.jar";
    private static final String PROGRAM = "org/gleaner/cli/GleanerMain.class";
    private static final String LABORATORY = "org/gleaner/lab/LabMain.class";
    private static final String ONCE_INSIDE = "org/gleaner/cli/bench/BenchVerb.class";

    /** The one that runs. */
    static Version running() throws CliFailure {
        return new Version(origin(GleanerMain.class), origin(Version.class));
    }

    private static Path origin(Class<?> type) throws CliFailure {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            Path file = source == null ? null : Path.of(source.getLocation().toURI());
            if (file != null && Files.isRegularFile(file)) {
                return file;
            }
        } catch (URISyntaxException notAFile) {
            // Told below.
        }
        throw CliFailure.usage(
                "--against does not work here.",
                "This program was not started from its jars.",
                "Start it by ./gleaner.");
    }

    /** Another one, of which only the program's jar is named. */
    static Version of(Path jar) throws CliFailure {
        if (!holds(jar, PROGRAM)) {
            throw unusable(jar, "It is a jar of something else.", "Name the gleaner.jar of another version.");
        }
        if (holds(jar, ONCE_INSIDE)) {
            return new Version(jar, null);
        }
        // Beside it, or where a source tree has it.
        for (Path lab : List.of(jar.resolveSibling(LAB), jar.resolveSibling("../../lab/target/" + LAB))) {
            if (Files.exists(lab) && holds(lab, LABORATORY)) {
                return new Version(jar, lab);
            }
        }
        throw unusable(
                jar,
                "It contains no benchmarks, and there is no " + LAB + " beside it.",
                "Put the " + LAB + " of that version beside it.");
    }

    private static boolean holds(Path jar, String file) throws CliFailure {
        try (ZipFile content = new ZipFile(jar.toFile())) {
            return content.getEntry(file) != null;
        } catch (IOException unreadable) {
            String why = Files.isDirectory(jar)
                    ? "It is a directory."
                    : Files.exists(jar)
                            ? "It can't be read as a jar: " + SystemWords.of(unreadable) + "."
                            : "There is no such file.";
            throw unusable(jar, why, "Name the gleaner.jar of another version.");
        }
    }

    private static CliFailure unusable(Path jar, String why, String next) {
        return CliFailure.usage("--against can't use '" + jar + "'.", why, next);
    }

    /**
     * Copies it to where nobody changes it meanwhile, in the way in which it is installed on a machine.
     *
     * @param launcher the words that start this program
     * @return the words that start it there
     */
    List<String> installed(Path folder, List<String> launcher) throws IOException {
        Path program = Files.copy(jar, folder.resolve("gleaner.jar"));
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home", "") + "/bin/java"));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!option.startsWith("-Dgleaner.") && !option.startsWith("-XX:SharedArchiveFile")) {
                words.add(option);
            }
        }
        if (launcher.size() == 1) {
            Path script = Files.copy(Path.of(launcher.get(0)), folder.resolve("gleaner"));
            words.add("-Dgleaner.launcher=" + script);
        }
        words.add("-cp");
        if (lab == null) {
            words.addAll(List.of(program.toString(), "org.gleaner.cli.GleanerMain"));
        } else {
            Path beside = Files.copy(lab, folder.resolve(LAB));
            words.addAll(List.of(program + File.pathSeparator + beside, "org.gleaner.lab.LabMain"));
        }
        return words;
    }
}
