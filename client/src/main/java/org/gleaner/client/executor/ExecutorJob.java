package org.gleaner.client.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.JobKey;
import org.gleaner.client.description.Place;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.protocol.problem.Nearest;

/**
 * The jobs of an executor but for their code.
 *
 * @param spec with the files that its author named
 * @param files where these are
 */
record ExecutorJob(JobSpec spec, Hasher files, Map<String, String> properties) {
    static final String CALLS = "calls";
    static final String OUTCOMES = "outcomes";

    /** What a job has because it is that of an executor, or what would give its tasks another meaning. */
    private static final Set<String> NOT_OF_EXECUTORS = Set.of(
            "array",
            "each",
            "each-line",
            "each-row",
            "delimiter",
            "shell",
            "out",
            "out-optional",
            "type",
            "growing",
            "canary",
            "cwd",
            "after",
            "after-each",
            "after-any",
            "after-failed",
            "in-from",
            "partial",
            "resume-partial",
            "signal",
            "no-check");

    private static final String NO_OPTION = "An executor or a problem has no option '";

    /** Some calls that fail are no reason to stop the others. */
    private static final String NEVER_STOP = "1000000";

    ExecutorJob {
        properties = Map.copyOf(properties);
    }

    /** @param here where relative names of files start */
    static ExecutorJob of(String type, ExecutorOptions options, Path here) {
        // A call that ended its JVM in another way than by returning or throwing would do the same again.
        Draft draft =
                Draft.of("java").with("type", type).with("max-failures", "1").with("stop-after", NEVER_STOP);
        for (Map.Entry<String, List<String>> value : options.values().entrySet()) {
            checkOption(value.getKey());
            draft = draft.with(value.getKey(), value.getValue().toArray(new String[0]));
        }
        draft = draft.with("growing").with("out", OUTCOMES).with("no-check");
        try {
            JobDescription described = JobDescription.of(draft, new Place(here, System.getenv(), System.in));
            described.spec().inputs().forEach(ExecutorJob::checkName);
            JobSpec spec = described.spec();
            return new ExecutorJob(
                    spec.running(command(spec.needs(), options)), described.files(), options.properties());
        } catch (ClientFailure wrong) {
            throw new IllegalArgumentException(
                    (wrong.what() + " " + wrong.why() + " " + wrong.next())
                            .replace('`', '\'')
                            .strip(),
                    wrong);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("a file of the executor '" + type + "' can't be read", unreadable);
        }
    }

    private static void checkOption(String name) {
        if (NOT_OF_EXECUTORS.contains(name)) {
            throw new IllegalArgumentException(NO_OPTION + name + "': it creates its tasks itself. Leave it out.");
        }
        List<String> known = JobKey.ALL.stream()
                .map(JobKey::name)
                .filter(key -> !NOT_OF_EXECUTORS.contains(key))
                .sorted()
                .toList();
        if (!known.contains(name)) {
            String near = Nearest.to(name, known);
            throw new IllegalArgumentException(NO_OPTION + name + "'. "
                    + (near == null ? "" : "Did you mean '" + near + "'? ") + "There are " + String.join(", ", known)
                    + ".");
        }
    }

    private static void checkName(InputFile file) {
        String path = file.path();
        if (path.equals(CALLS)
                || path.equals(OUTCOMES)
                || path.equals(OUTCOMES + ".new")
                || path.equals(Pack.CHILD)
                || path.startsWith(Pack.CODE)) {
            throw new IllegalArgumentException(
                    "The file " + path + " would be in the way of a file of the executor. Rename it.");
        }
    }

    /** What runs a task of calls on a node, within what the task asks for. */
    static CommandLine command(Requirements needs, ExecutorOptions options) {
        List<String> words =
                new ArrayList<>(List.of("java", "-XX:-UsePerfData", "-XX:ActiveProcessorCount=" + needs.cores()));
        if (needs.cores() == 1) {
            words.add("-XX:+UseSerialGC");
        }
        MemorySize memory = needs.memory();
        if (memory != null) {
            words.add("-Xmx" + memory.bytes() / 4 * 3 / 1024 + "k");
        }
        words.addAll(options.flags());
        words.addAll(List.of("-jar", Pack.CHILD, CALLS, OUTCOMES));
        return new CommandLine.Words(words, true);
    }

    /** The same with code, on machines that can run it. */
    JobSpec with(List<LocalFile> code, int release) throws ClientFailure, IOException {
        List<InputFile> inputs = new ArrayList<>(spec.inputs());
        for (LocalFile file : code) {
            inputs.add(files.input(file));
        }
        Requirements needs = spec.needs();
        Platform platform = needs.platform();
        List<RuntimeVersion> runtimes = new ArrayList<>(platform.runtimes());
        runtimes.add(new RuntimeVersion("java", Integer.toString(release)));
        return spec.withInputs(inputs)
                .needing(new Requirements(
                        needs.cores(),
                        needs.memory(),
                        needs.disk(),
                        new Platform(
                                platform.os(),
                                platform.arch(),
                                runtimes,
                                platform.tags(),
                                platform.sandbox(),
                                platform.machines()),
                        needs.exclusive(),
                        needs.uses()));
    }
}
