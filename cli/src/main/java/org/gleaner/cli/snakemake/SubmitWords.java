package org.gleaner.cli.snakemake;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.job.FilePath;
import org.gleaner.terminal.console.CliFailure;

/** A job of Snakemake as the words of {@code gleaner submit}. */
final class SubmitWords {

    private SubmitWords() {}

    /**
     * @param script where the script to send is
     * @param sources the files of the workflow
     */
    static List<String> of(JobScript job, String script, Set<String> sources, Path directory) throws CliFailure {
        List<String> words = new ArrayList<>(List.of("submit", "--no-check"));
        add(words, "--name", job.rule());
        add(words, "--type", job.rule());
        add(words, "--cores", Integer.toString(job.threads()));
        // Snakemake has retries of its own, which know the attempt's number.
        add(words, "--max-failures", "1");
        String memory = job.resources().get("mem_mb");
        if (memory != null && memory.matches("[0-9]+")) {
            add(words, "--memory", memory + "M");
        }
        String minutes = job.resources().get("runtime");
        if (minutes != null && minutes.matches("[0-9]+")) {
            add(words, "--time", minutes + "m");
        }
        for (String file : inputs(job, sources, directory)) {
            add(words, "--in", file);
        }
        add(words, "--in", script);
        for (String file : job.outputs()) {
            add(words, "--out", inside(file, "output", directory));
        }
        for (String file : job.logs()) {
            add(words, "--out-optional", inside(file, "log", directory));
        }
        String more = job.resources().get("gleaner");
        if (more != null && !more.isBlank()) {
            words.addAll(List.of(more.trim().split("\\s+")));
        }
        words.addAll(List.of("sh", script));
        return words;
    }

    private static Set<String> inputs(JobScript job, Set<String> sources, Path directory) throws CliFailure {
        Set<String> files = new LinkedHashSet<>(sources);
        for (String file : job.configFiles()) {
            files.add(inside(file, "configuration", directory));
        }
        for (String file : job.inputs()) {
            files.add(inside(file, "input", directory));
        }
        return files;
    }

    private static void add(List<String> words, String flag, String value) {
        words.add(flag);
        words.add(value);
    }

    /** The name below the working directory: the same on the node. */
    private static String inside(String file, String kind, Path directory) throws CliFailure {
        Path path = directory.resolve(file).normalize();
        if (path.startsWith(directory) && !path.equals(directory)) {
            String name = directory.relativize(path).toString();
            try {
                FilePath.check(name);
                return name;
            } catch (IllegalArgumentException refused) {
                throw outside(file, kind, refused.getMessage() + ".");
            }
        }
        throw outside(file, kind, "It is not below the working directory, and the machines see nothing else.");
    }

    private static CliFailure outside(String file, String kind, String why) {
        return CliFailure.usage(
                "Can't send the " + kind + " " + file + ".",
                why,
                "Name it in the Snakefile by a path below the working directory (a symbolic link will do for inputs).");
    }
}
