package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.server.token.TokenFiles;

/**
 * Does the command that people type most feel like a command? {@code status} against a real server, in turn with a Java
 * program that does nothing, so that a noisy moment hits both alike; medians are compared.
 */
record StartBench(BenchFrame bench) {
    private static final int RUNS = 40;
    private static final double MOST_TIMES = 3;
    private static final double MEDIAN = 0.5;
    private static final double MICROS_PER_MILLI = 1e3;

    BenchReport run() throws IOException, InterruptedException {
        Samples empty = new Samples();
        Samples status = new Samples();
        try (ServerChild server = bench.server()) {
            List<String> nothing = emptyProgram();
            List<String> words = new ArrayList<>(bench.launcher().words());
            words.add("status");
            String token = server.endpoint(TokenFiles.ADMIN).token();
            Map<String, String> environment =
                    Map.of("GLEANER_BUILD", "never", "GLEANER_URL", server.address(), "GLEANER_TOKEN", token);
            Path run = bench.folder("run");
            for (int i = 0; i < RUNS; i++) {
                empty.add(Called.in(run, Map.of(), nothing).nanos());
                status.add(Called.in(run, environment, words).nanos());
            }
        }
        return report(empty, status);
    }

    private BenchReport report(Samples empty, Samples status) {
        double nothing = empty.micros(MEDIAN) / MICROS_PER_MILLI;
        double command = status.micros(MEDIAN) / MICROS_PER_MILLI;
        FigureTable table = FigureTable.of("Elapsed time of a process, median of " + RUNS, "program | ms")
                .with("empty Java program", nothing)
                .with("gleaner status", command);
        Bar bar = new Bar("gleaner status against an empty program", command / nothing, MOST_TIMES, "times");
        return bench.report("start", List.of(table), List.of(bar));
    }

    /** Its class alone in a folder: from our own large jar it would start slower and flatter us. */
    private List<String> emptyProgram() throws IOException {
        Path classes = bench.folder("empty");
        Path file = classes.resolve(EmptyProgram.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        String resource = EmptyProgram.class.getSimpleName() + ".class";
        try (InputStream in = EmptyProgram.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(in, resource), file);
        }
        return List.of("java", "-cp", classes.toString(), EmptyProgram.class.getName());
    }
}
