package org.gleaner.agent.runtime;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gleaner.agent.machine.Executables;
import org.gleaner.core.job.RuntimeVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which runtimes there are by running each once. What was found is remembered with the time of the program's
 * last change, so that most starts of an agent run nothing. Confined to one thread at a time.
 */
public final class RuntimeFinder {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeFinder.class);
    /** Behind everything else on a busy machine even a short program may take that long. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final int MOST_PRINTED = 16 << 10;
    private static final int MOST_ROUNDS = 6;

    /** Starts a process, behind everything else on the machine. */
    @FunctionalInterface
    public interface Starter {
        Process start(ProcessBuilder builder) throws IOException, InterruptedException;
    }

    private final List<Probe> probes;
    private final Map<String, String> environment;
    private final Starter starter;
    private final FoundRuntimes known;
    private final Path printed;
    private final Duration limit;

    /**
     * @param environment what the programs see, which should be what tasks see
     * @param notes the file in which it is remembered
     */
    public RuntimeFinder(List<Probe> probes, Map<String, String> environment, Starter starter, Path notes) {
        this(probes, environment, starter, notes, LIMIT);
    }

    RuntimeFinder(List<Probe> probes, Map<String, String> environment, Starter starter, Path notes, Duration limit) {
        this.probes = List.copyOf(probes);
        this.environment = Map.copyOf(environment);
        this.starter = starter;
        this.known = FoundRuntimes.load(notes);
        this.printed = notes.resolveSibling(notes.getFileName() + ".printed");
        this.limit = limit;
    }

    /** What there is, if nothing needs to be run to tell. */
    public Optional<List<RuntimeVersion>> remembered() {
        Found found = found();
        return found.open().isEmpty() ? Optional.of(found.list()) : Optional.empty();
    }

    /** What can be told without running anything; there may be more. */
    public List<RuntimeVersion> atOnce() {
        return found().list();
    }

    /** @param open names of which nobody can tell without running something, unless a probe before it told */
    private record Found(Map<String, RuntimeVersion> versions, Set<String> open) {
        List<RuntimeVersion> list() {
            return List.copyOf(versions.values());
        }
    }

    private Found found() {
        Found found = new Found(new TreeMap<>(), new TreeSet<>());
        for (Probe probe : probes) {
            Optional<FoundRuntimes.Program> program = program(probe);
            if (program.isEmpty()) {
                continue;
            }
            Optional<String> version = version(probe, program.get());
            if (version.isEmpty()) {
                found.open().add(probe.name());
            } else if (!found.open().contains(probe.name())) {
                // Of one name the first probe that answers counts, and who has not answered yet still may.
                add(found.versions(), probe, version.get());
            }
        }
        return found;
    }

    /** Nothing if it has to be run for that. */
    private Optional<String> version(Probe probe, FoundRuntimes.Program program) {
        return known.version(probe, program).or(() -> OwnJava.version(probe, Path.of(program.path())));
    }

    /**
     * Tells what there is, and again whenever there is more: a program that gave no answer in time, as the machine was
     * busy, is asked again a few times.
     */
    public void find(Consumer<List<RuntimeVersion>> told, Duration pause) throws InterruptedException {
        List<RuntimeVersion> found = find();
        told.accept(found);
        for (int round = 1; round < MOST_ROUNDS && remembered().isEmpty(); round++) {
            Thread.sleep(pause.toMillis());
            List<RuntimeVersion> again = find();
            if (!again.equals(found)) {
                found = again;
                told.accept(found);
            }
        }
    }

    /** Runs what is not remembered, one after the other, at most a few seconds each. */
    List<RuntimeVersion> find() throws InterruptedException {
        Map<String, RuntimeVersion> found = new TreeMap<>();
        List<FoundRuntimes.Note> notes = new ArrayList<>();
        for (Probe probe : probes) {
            Optional<FoundRuntimes.Program> program = program(probe);
            if (program.isEmpty()) {
                continue;
            }
            Optional<String> before = version(probe, program.get());
            Optional<String> version =
                    before.isPresent() ? before : ask(probe, program.get().path());
            if (version.isPresent()) {
                add(found, probe, version.get());
                notes.add(new FoundRuntimes.Note(probe, program.get(), version.get()));
            }
        }
        known.save(notes);
        return List.copyOf(found.values());
    }

    private static void add(Map<String, RuntimeVersion> found, Probe probe, String version) {
        if (!version.isEmpty()) {
            found.putIfAbsent(probe.name(), new RuntimeVersion(probe.name(), version));
        }
    }

    private Optional<FoundRuntimes.Program> program(Probe probe) {
        return Executables.find(
                        environment.getOrDefault("PATH", ""), probe.command().get(0))
                .flatMap(FoundRuntimes.Program::of);
    }

    /** The version, an empty word if it does not say one that we understand; nothing if it took too long. */
    private Optional<String> ask(Probe probe, String program) throws InterruptedException {
        try {
            try {
                boolean ended = run(probe, program);
                try (InputStream in = Files.newInputStream(printed)) {
                    String text = new String(in.readNBytes(MOST_PRINTED), StandardCharsets.UTF_8);
                    Optional<String> version = probe.read(text).map(RuntimeVersion::version);
                    return version.isPresent() || !ended ? version : Optional.of("");
                }
            } finally {
                Files.deleteIfExists(printed);
            }
        } catch (IOException unusable) {
            LOG.debug("could not ask {} for its version: {}", program, unusable.getMessage());
            return Optional.of("");
        }
    }

    private boolean run(Probe probe, String program) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(probe.command());
        words.set(0, program);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(new File("/"))
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = starter.start(builder);
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                LOG.info("{} did not print its version within {} s", program, limit.toSeconds());
            }
            return ended;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
