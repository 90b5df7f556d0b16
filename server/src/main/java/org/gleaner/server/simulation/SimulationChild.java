package org.gleaner.server.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.jspecify.annotations.Nullable;

/**
 * The process that simulates: with the lowest priority, nothing of our environment, a directory of its own and a limit
 * of time. It holds our end of a pipe and ends when we do. Confined to one thread, but for {@link #kill}.
 */
final class SimulationChild {
    /** Hears what becomes of it. */
    interface Listener {
        void started(SimulationChild process);

        void progress(int ended, int all);

        void found(String json);
    }

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int LONGEST_LINE = 4 << 20;
    private static final int LONGEST_COMPLAINT = 4096;
    private static final int LINES_OF_COMPLAINT = 3;
    private static final String COMPLAINT = "gleaner: ";
    private static final int OUT_OF_MEMORY = 3;
    /** Where a driver finds a password; the variable names a file. */
    private static final List<String> HANDED_ON = List.of("PATH", "PGPASSFILE", "SystemRoot");

    /** @param found whether it is the findings themselves, which have a version */
    private record Line(int runs, int of, boolean found) {}

    private final Path directory;
    private final Process process;

    private SimulationChild(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /** Runs it to its end. Returns why there is no result; null if it was found. */
    static @Nullable Failure run(Simulator.Launch launch, Path directory, Listener listener)
            throws IOException, InterruptedException {
        if (launch.words().isEmpty()) {
            return new Failure("This server can't simulate.", "It runs without a simulator.", "Use the full program.");
        }
        Process process = builder(launch, directory).start();
        SimulationChild child = new SimulationChild(directory, process);
        listener.started(child);
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = late.thenAccept(isLate -> {
            if (isLate) {
                child.kill();
            }
        });
        try (OutputStream in = process.getOutputStream()) {
            boolean found = child.read(launch.secret(), in, listener);
            int exit = process.waitFor();
            if (found && exit == 0) {
                return null;
            }
            return late.getNow(false) ? tooLong() : child.complaint(exit);
        } finally {
            // So that nobody remembers it until its time would have been up.
            late.complete(false);
            child.kill();
            process.waitFor();
        }
    }

    private static ProcessBuilder builder(Simulator.Launch launch, Path directory) {
        List<String> words = new ArrayList<>();
        if (File.separatorChar == '/') {
            words.addAll(List.of("nice", "-n", "19"));
        }
        words.addAll(launch.words());
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectError(directory.resolve("complaint").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(HANDED_ON);
        environment.put("LC_ALL", "C.UTF-8");
        return builder;
    }

    void kill() {
        process.destroyForcibly();
    }

    private boolean read(String secret, OutputStream in, Listener listener) throws IOException {
        try {
            in.write((secret + "\n").getBytes(UTF_8));
            in.flush();
        } catch (IOException gone) {
            // It has ended already, and says why.
        }
        InputStream out = process.getInputStream();
        for (String text = line(out); text != null; text = line(out)) {
            Line line = read(text);
            if (line == null) {
                continue;
            }
            if (line.found()) {
                listener.found(text);
                return true;
            }
            listener.progress(line.runs(), line.of());
        }
        return false;
    }

    /** Null for what a library may print before it knows where to log. */
    private static @Nullable Line read(String text) {
        try {
            return Json.read(text.getBytes(UTF_8), SimulationChild::readLine);
        } catch (BadMessage noise) {
            return null;
        }
    }

    private static Line readLine(JsonInput in) throws IOException {
        int runs = 0;
        int of = 0;
        boolean found = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "runs" -> runs = in.count();
                case "of" -> of = in.count();
                case "version" -> {
                    found = true;
                    in.skip();
                }
                default -> in.skip();
            }
        }
        return new Line(runs, of, found);
    }

    /** Null at the end, and where a line has no end in sight. */
    private static @Nullable String line(InputStream out) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = out.read(); next >= 0; next = out.read()) {
            if (next == '\n') {
                return line.toString(UTF_8);
            }
            if (line.size() >= LONGEST_LINE) {
                return null;
            }
            line.write(next);
        }
        return null;
    }

    private static Failure tooLong() {
        return new Failure(
                "The simulation was stopped.",
                "It was not done within " + LIMIT.toMinutes() + " minutes.",
                "Choose fewer strategies, fewer repeats, fewer days or a smaller scenario.");
    }

    /** What it says in three lines, as every command does that can't be carried out. */
    private Failure complaint(int exit) throws IOException {
        byte[] said;
        try (InputStream in = Files.newInputStream(directory.resolve("complaint"))) {
            said = in.readNBytes(LONGEST_COMPLAINT);
        }
        List<String> lines = new String(said, UTF_8)
                .lines()
                .dropWhile(line -> !line.startsWith(COMPLAINT))
                .map(String::strip)
                .toList();
        if (lines.size() >= LINES_OF_COMPLAINT) {
            return new Failure(lines.get(0).substring(COMPLAINT.length()), lines.get(1), lines.get(2));
        }
        return exit == OUT_OF_MEMORY
                ? new Failure(
                        "The simulation ran out of memory.",
                        "Its process may use only some of the server's.",
                        "Choose a smaller scenario or fewer days, or simulate on the command line.")
                : new Failure(
                        "The simulation failed.",
                        "Its process ended with exit code " + exit + ".",
                        "Try it on the command line, which gives more detail.");
    }
}
