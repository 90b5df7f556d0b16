package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gleaner.agent.machine.ProcessTable;

/**
 * A command that starts a process for each line of its input. It is started anew for each share of work, and its CPU
 * time, with that of what it waited for, is known when it has ended.
 *
 * @param folder for its input, and as its home, where it finds no settings of anybody
 */
record Starter(String name, List<String> words, Path folder) implements Contender {
    private static final ProcessTable PROCESSES = new ProcessTable();

    @Override
    public void work(int tasks) throws IOException, InterruptedException {
        String lines = IntStream.rangeClosed(1, tasks).mapToObj(i -> i + "\n").collect(Collectors.joining());
        Path input = Files.writeString(folder.resolve("lines"), lines, StandardCharsets.UTF_8);
        ProcessBuilder builder = new ProcessBuilder(words).redirectInput(input.toFile());
        // Some start tasks by the shell of whoever calls them, and this is the one that starts fastest.
        builder.environment().putAll(Map.of("HOME", folder.toString(), "SHELL", "/bin/sh"));
        Called.in(folder, builder, Set.of(0));
    }

    @Override
    public Duration cpu() {
        return PROCESSES.ofEndedChildren();
    }
}
