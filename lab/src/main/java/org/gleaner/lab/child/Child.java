package org.gleaner.lab.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Signals;
import org.jspecify.annotations.Nullable;

/** A program that is started with the same words again and again, one process at a time. Thread-safe. */
public final class Child {
    private static final Duration KILL_PATIENCE = Duration.ofMinutes(1);
    private static final Duration END_PATIENCE = Duration.ofSeconds(15);
    private static final long PAUSE_MILLIS = 50;
    private static final int LAST_LINES = 12;

    /** Whether something has come about that is waited for. */
    @FunctionalInterface
    public interface Sign {
        boolean isThere() throws IOException;
    }

    private final String name;
    private final Launch launch;
    private final List<String> words;
    private final Path said;
    private @Nullable Process process;
    /** What earlier processes said, in bytes. */
    private long saidBefore;

    private boolean over;

    /**
     * @param words what follows those of the launch
     * @param said where it writes, with that of all its processes
     */
    public Child(String name, Launch launch, List<String> words, Path said) {
        this.name = name;
        this.launch = launch;
        this.words = List.copyOf(words);
        this.said = said;
    }

    /** Named after its directory; what it says is beside that. */
    static Child beside(Path directory, Launch launch, List<String> words) {
        String name = String.valueOf(directory.getFileName());
        return new Child(name, launch, words, directory.resolveSibling(name + ".out"));
    }

    public String name() {
        return name;
    }

    /** What it was told by whoever started it, without what starts the program. */
    public List<String> words() {
        return words;
    }

    /** Starts it unless it runs; does not wait for anything. */
    public synchronized void start() throws IOException {
        if (process == null && launch.endsWithUs()) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(this::endAtLast));
            } catch (IllegalStateException tooLate) {
                over = true;
            }
        }
        if (over || isAlive()) {
            return;
        }
        saidBefore = Files.exists(said) ? Files.size(said) : 0;
        process = launch.builder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
                .start();
    }

    private synchronized void endAtLast() {
        over = true;
        if (process != null) {
            process.destroy();
        }
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

    /** Waits as long as it runs; returns whether the sign came in time. */
    public boolean await(Duration patience, Sign sign) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (isAlive() && System.nanoTime() < end) {
            if (sign.isThere()) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return false;
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

    /** Asks it to end and does not ask for long; from now on nothing starts it. */
    public void finish() {
        try {
            end(END_PATIENCE);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    /** Kills it; from now on nothing starts it. */
    public synchronized void close() {
        over = true;
        if (process != null) {
            // If another program starts it for us, it is that one's child.
            List<ProcessHandle> below = process.descendants().toList();
            process.destroyForcibly();
            below.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** All that the process said that runs now or ran last. */
    public synchronized String said() throws IOException {
        byte[] all = Files.exists(said) ? Files.readAllBytes(said) : new byte[0];
        int from = (int) Math.min(saidBefore, all.length);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    /** How it ended and what it said at last, in one line. */
    public synchronized String lastWords() throws IOException {
        String exit = process == null || process.isAlive() ? "it runs" : "exit code " + process.exitValue();
        List<String> lines = said().lines().toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return exit + "; it said: " + String.join(" | ", last);
    }
}
