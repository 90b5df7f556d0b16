package org.gleaner.cli.snakemake;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.description.ShellWords;
import org.gleaner.core.job.FilePath;
import org.gleaner.terminal.console.CliFailure;

/** A job of Snakemake as the words of {@code gleaner submit}. */
final class SubmitWords {
    private final JobScript job;
    private final Path directory;
    private final Path home;
    private final List<String> words = new ArrayList<>(List.of("submit", "--no-check"));

    private SubmitWords(JobScript job, Path directory) {
        this.job = job;
        this.directory = directory;
        this.home = directory.resolve(job.directory()).normalize();
    }

    /**
     * @param script where the script to send is
     * @param sources the files of the workflow
     * @param directory what the job gets is taken from here, and comes back to here
     */
    static List<String> of(JobScript job, String script, Set<String> sources, Path directory) throws CliFailure {
        return new SubmitWords(job, directory).with(script, sources);
    }

    private List<String> with(String script, Set<String> sources) throws CliFailure {
        add("--name", job.rule());
        add("--type", job.rule());
        add("--cores", Integer.toString(job.threads()));
        // Snakemake has retries of its own, which know the attempt's number.
        add("--max-failures", "1");
        addNumber("--memory", "mem_mb", "M");
        addNumber("--time", "runtime", "m");
        if (!"0".equals(job.resources().get("gpu"))) {
            addNumber("--gpus", "gpu", "");
        }
        for (String file : inputs(sources)) {
            add("--in", file);
        }
        add("--in", script);
        for (String file : job.outputs()) {
            add("--out", inside(file, "output"));
        }
        for (String file : job.logs()) {
            add("--out-optional", inside(file, "log"));
        }
        String more = job.resources().get("gleaner");
        if (more != null) {
            words.addAll(ShellWords.split(more));
        }
        words.addAll(List.of("sh", script));
        return words;
    }

    private Set<String> inputs(Set<String> sources) throws CliFailure {
        Set<String> files = new LinkedHashSet<>(sources);
        for (String file : job.configFiles()) {
            files.add(inside(file, "configuration"));
        }
        for (String file : job.inputs()) {
            files.add(inside(file, "input"));
        }
        return files;
    }

    private void addNumber(String flag, String resource, String unit) {
        String value = job.resources().get(resource);
        if (value != null && value.matches("[0-9]+")) {
            add(flag, value + unit);
        }
    }

    private void add(String flag, String value) {
        words.add(flag);
        words.add(value);
    }

    /** The name below what is sent: the same on the node. */
    private String inside(String file, String kind) throws CliFailure {
        if (Path.of(file).isAbsolute()) {
            throw refused(file, kind, "Its name begins with /, and the machines have other files there.");
        }
        Path path = home.resolve(file).normalize();
        if (!path.startsWith(directory) || path.equals(directory)) {
            throw refused(file, kind, "It is not below " + directory + ", and the machines see nothing else.");
        }
        String name = directory.relativize(path).toString();
        try {
            FilePath.check(name);
            return name;
        } catch (IllegalArgumentException unusable) {
            throw refused(file, kind, unusable.getMessage() + ".");
        }
    }

    private static CliFailure refused(String file, String kind, String why) {
        return CliFailure.usage(
                "Can't send the " + kind + " " + file + ".",
                why,
                "Name it in the Snakefile by a path below the working directory (a symbolic link will do for inputs).");
    }
}
