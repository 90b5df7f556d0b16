package org.gleaner.cli.snakemake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that make up a workflow, which every job needs because it runs Snakemake again: the Snakefile, what it and
 * its parts include or name as configuration, script, notebook or environment, and all that lies in the folders that
 * workflows keep for these.
 */
final class WorkflowSources {
    private static final Pattern NAMED = Pattern.compile(
            "\\b(?:include|snakefile|configfile|script|notebook|conda|pepfile|schema)\\s*:\\s*[\"']([^\"'{}]+)[\"']");
    private static final Set<String> FOLDERS =
            Set.of("rules", "scripts", "envs", "schemas", "notebooks", "config", "lib", "profiles");
    private static final int MOST = 5_000;
    private static final long LARGEST = 4L << 20;
    private static final int DEEPEST = 8;

    private final Path directory;
    private final Path home;
    private final Set<String> found = new TreeSet<>();

    private WorkflowSources(Path directory, Path home) {
        this.directory = directory;
        this.home = home;
    }

    /** Names below the directory, sorted; what lies elsewhere is left out. */
    static Set<String> of(Path directory, JobScript job) throws IOException {
        Path root = directory.toRealPath();
        WorkflowSources sources =
                new WorkflowSources(root, root.resolve(job.directory()).normalize());
        sources.follow(sources.home.resolve(job.snakefile()));
        return sources.found;
    }

    private void follow(Path snakefile) throws IOException {
        Set<Path> followed = new TreeSet<>();
        Deque<Path> open = new ArrayDeque<>();
        open.add(snakefile.normalize());
        while (!open.isEmpty() && followed.size() < MOST) {
            Path part = open.remove();
            if (!followed.add(part) || !add(part) || Files.size(part) > LARGEST) {
                continue;
            }
            Path folder = part.toAbsolutePath().getParent();
            if (folder == null) {
                continue;
            }
            for (String name : FOLDERS) {
                addAll(folder.resolve(name));
                addAll(home.resolve(name));
            }
            Matcher named = NAMED.matcher(Files.readString(part, StandardCharsets.ISO_8859_1));
            while (named.find()) {
                // Configuration is named from the working directory, the rest from the file that names it.
                for (Path base : new Path[] {folder, home}) {
                    Path file = base.resolve(named.group(1)).normalize();
                    if (named.group().matches("(?s)(?:include|snakefile).*")) {
                        open.add(file);
                    } else {
                        add(file);
                    }
                }
            }
        }
    }

    /** Whether it is a file that travels. */
    private boolean add(Path file) {
        Path plain = file.normalize();
        if (found.size() >= MOST || !plain.startsWith(directory) || !Files.isRegularFile(plain)) {
            return false;
        }
        found.add(directory.relativize(plain).toString());
        return true;
    }

    private void addAll(Path folder) throws IOException {
        if (!folder.startsWith(directory) || !Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            for (Path file : (Iterable<Path>) files.limit(MOST)::iterator) {
                if (Files.isRegularFile(file) && Files.size(file) <= LARGEST) {
                    add(file);
                }
            }
        }
    }
}
