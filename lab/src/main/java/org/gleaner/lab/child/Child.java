package org.gleaner.lab.child;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Signals;
import org.jspecify.annotations.Nullable;

/** A program that is started with the same words again and again, one process at a time. Thread-safe. */
public final class Child {
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(20);
    private static final int LAST_LINES = 12;

    private final String name;
    private final List<String> words;
    private final Map<String, String> environment;
    private final Path said;
    private @Nullable Process process;
    private boolean over;

    public Child(String name, List<String> words, Map<String, String> environment, Path said) {
        this.name = name;
        this.words = List.copyOf(words);
        this.environment = Map.copyOf(environment);
        this.said = said;
    }

    public String name() {
        return name;
    }

    /** Starts it unless it runs; does not wait for anything. */
    public synchronized void start() throws IOException {
        if (over || isAlive()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()));
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** Of the process that runs now or ran last. */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process.pid();
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** SIGKILL: it gets no chance to do anything more. */
    public void kill() throws InterruptedException {
        Process now = process();
        if (now != null) {
            now.destroyForcibly();
            now.waitFor(KILL_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** SIGTERM, also if it stands still; returns whether it has ended in time. */
    public boolean end(Duration patience) throws InterruptedException {
        Process now = process();
        if (now != null) {
            now.destroy();
            signal(Signals.CONTINUE);
        }
        return awaitEnd(patience);
    }

    public boolean awaitEnd(Duration patience) throws InterruptedException {
        Process now = process();
        return now == null || now.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized @Nullable Process process() {
        return process;
    }

    public synchronized void signal(String signal) {
        if (process != null && process.isAlive()) {
            Signals.send(signal, List.of(process.pid()));
        }
    }

    /** Kills it; from now on nothing starts it. */
    public synchronized void close() {
        over = true;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** How it ended and what it said at last, in one line. */
    public synchronized String lastWords() throws IOException {
        String exit = process == null || process.isAlive() ? "it runs" : "exit code " + process.exitValue();
        List<String> lines = Files.exists(said) ? Files.readAllLines(said, StandardCharsets.UTF_8) : List.<String>of();
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return exit + "; it said: " + String.join(" | ", last);
    }
}
