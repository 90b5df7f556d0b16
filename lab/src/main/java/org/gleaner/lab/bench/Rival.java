package org.gleaner.lab.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Another system, started by a program of its own that speaks lines: it says {@code ready NAME} or {@code absent WHY},
 * and answers a number of tasks with {@code done}. All its processes live in a process namespace, whose first process
 * waits for orphans, so that no CPU time is lost and nothing is left behind; and in a network namespace, as some listen
 * on every address and let in everybody.
 */
final class Rival implements Contender, Closeable {
    private static final String READY = "ready ";
    private static final String ABSENT = "absent ";
    /** Besides loopback's an address is needed, else the system's resolver finds not even 127.0.0.1. */
    private static final String FIRST_PROCESS = """
            ip link set lo up
            ip address add 192.0.2.1/32 dev lo
            exec 3<&0
            "$@" <&3 &
            wait
            """;

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter orders;
    private final Path log;
    private String name;

    /**
     * Starts it and does not wait.
     *
     * @param program speaks as described
     */
    Rival(List<String> program, Path log) throws IOException {
        this.log = log;
        name = program.get(0);
        process = new ProcessBuilder(program).redirectError(log.toFile()).start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * @param program what starts it, without the last two words: which system, and its folder
     * @param folder empty and its own
     */
    static Rival start(List<String> program, String peer, Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of("unshare", "--net", "--pid", "--fork", "--kill-child"));
        words.add("--mount-proc");
        if (!System.getProperty("user.name", "").equals("root")) {
            words.add("--map-root-user");
        }
        words.addAll(List.of("sh", "-c", FIRST_PROCESS, "sh"));
        words.addAll(program);
        words.addAll(List.of(peer, folder.toString()));
        return new Rival(words, folder.resolve("peer.log"));
    }

    /** Waits until it can work; why it can't, if so. */
    Optional<String> awaitReady() throws IOException {
        String line = answers.readLine();
        if (line != null && line.startsWith(READY)) {
            name = line.substring(READY.length()).strip();
            return Optional.empty();
        }
        if (line != null && line.startsWith(ABSENT)) {
            return Optional.of(line.substring(ABSENT.length()));
        }
        throw new FleetFailure(
                "a system to compare with did not start: it said " + line + ", and in its log: " + lastLogged());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void work(int tasks) throws IOException {
        orders.write(tasks + "\n");
        orders.flush();
        String line = answers.readLine();
        if (!"done".equals(line)) {
            throw new FleetFailure(
                    name + " did not do " + tasks + " tasks but said " + line + ", and in its log: " + lastLogged());
        }
    }

    /** The log is gone with the folder before anybody could look. */
    private String lastLogged() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.reduce("", (before, last) -> last);
        }
    }

    @Override
    public Duration cpu() {
        return ProcessTree.cpu(process.pid());
    }

    @Override
    public void close() throws IOException {
        // The first process of the namespace dies with this one, and everything in it with that.
        process.destroyForcibly();
        try {
            process.waitFor(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answers.close();
    }
}
