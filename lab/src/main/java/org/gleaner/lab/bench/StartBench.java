package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.server.token.TokenFiles;

/**
 * Does the command that people type most feel like a command? {@code status} against a real server, in turn with a Java
 * program that does nothing, so that a noisy moment hits both alike; medians are compared.
 */
final class StartBench {
    private static final int RUNS = 40;
    private static final double MOST_TIMES = 3;
    private static final double MEDIAN = 0.5;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Launch launcher;
    private final TemporaryFolder folder;

    StartBench(Launch launcher, TemporaryFolder folder) {
        this.launcher = launcher;
        this.folder = folder;
    }

    BenchReport run() throws IOException, InterruptedException {
        String load = "the load of the machine before was " + Machine.load();
        Samples empty = new Samples();
        Samples status = new Samples();
        Path data = folder.folder("server");
        try (ServerChild server = new ServerChild(launcher, data).start()) {
            List<String> nothing = emptyProgram();
            List<String> words = new ArrayList<>(launcher.words());
            words.add("status");
            String token = Files.readString(data.resolve(TokenFiles.ADMIN), StandardCharsets.UTF_8);
            for (int i = 0; i < RUNS; i++) {
                empty.add(time(new ProcessBuilder(nothing)));
                ProcessBuilder command = new ProcessBuilder(words);
                command.environment().put("GLEANER_BUILD", "never");
                command.environment().put("GLEANER_URL", server.address());
                command.environment().put("GLEANER_TOKEN", token.strip());
                status.add(time(command));
            }
        }
        return report(empty, status, load);
    }

    private static BenchReport report(Samples empty, Samples status, String load) {
        double nothing = empty.micros(MEDIAN) / MICROS_PER_MILLI;
        double command = status.micros(MEDIAN) / MICROS_PER_MILLI;
        Table table = Table.of("Elapsed time of a process, median of " + RUNS, "program", "ms")
                .with("empty Java program", nothing)
                .with("gleaner status", command);
        Bar bar = new Bar("gleaner status against an empty program", command / nothing, MOST_TIMES, "times");
        return new BenchReport("start", Machine.description(), List.of(table), List.of(bar), List.of(load));
    }

    /** Its class alone in a folder: from our own large jar it would start slower and flatter us. */
    private List<String> emptyProgram() throws IOException {
        Path classes = folder.folder("empty");
        Path file = classes.resolve(EmptyProgram.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        String resource = EmptyProgram.class.getSimpleName() + ".class";
        try (InputStream in = EmptyProgram.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the program lacks " + resource);
            }
            Files.copy(in, file);
        }
        return List.of("java", "-cp", classes.toString(), EmptyProgram.class.getName());
    }

    private static long time(ProcessBuilder program) throws IOException, InterruptedException {
        program.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT);
        long began = System.nanoTime();
        int exit = program.start().waitFor();
        long took = System.nanoTime() - began;
        if (exit != 0) {
            throw new FleetFailure(String.format(Locale.ROOT, "%s ended with %d", program.command(), exit));
        }
        return took;
    }
}
