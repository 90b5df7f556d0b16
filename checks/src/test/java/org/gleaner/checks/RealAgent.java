package org.gleaner.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.ControlGroups;
import org.jspecify.annotations.Nullable;

/** One agent as a process, with its directory, which outlives it. */
final class RealAgent {
    private static final ProcessTable PROCESSES = new ProcessTable();

    private final RealGrid grid;
    private final Path directory;
    private final int slots;
    private final List<Object> behind;
    private final List<String> flags;
    private Shell.@Nullable Started process;

    RealAgent(RealGrid grid, Path directory, int slots, List<String> flags) {
        this(grid, directory, slots, flags, List.of());
    }

    /** @param behind the words of a program that starts the agent */
    RealAgent(RealGrid grid, Path directory, int slots, List<String> flags, List<Object> behind) {
        this.grid = grid;
        this.directory = directory;
        this.slots = slots;
        this.flags = flags;
        this.behind = behind;
    }

    Path directory() {
        return directory;
    }

    /** Does not wait: the server hears of the agent when it hears of it. */
    void start() throws IOException {
        Path token = grid.data().resolve("join.token");
        List<Object> words = new ArrayList<>(List.of("agent", grid.url(), "--token-file", token));
        words.addAll(List.of("--slots", slots, "--dir", directory));
        words.addAll(flags);
        process = grid.launchBehind(behind, "none", words.toArray());
    }

    /** SIGKILL: the agent gets no chance to do anything more. */
    void kill() throws InterruptedException {
        RealGrid.kill(running().process());
    }

    /** SIGTERM; returns what the agent said. */
    Shell.Result stop() throws IOException, InterruptedException {
        running().process().destroy();
        return running().result();
    }

    void signal(String name) throws IOException, InterruptedException {
        RealGrid.signal(running().process(), name);
    }

    private Shell.Started running() {
        if (process == null) {
            throw new IllegalStateException("the agent was never started");
        }
        return process;
    }

    /** Every process that carries this agent's marker. */
    List<Long> taskProcesses() throws IOException {
        Path marker = directory.resolve("marker");
        if (!Files.exists(marker)) {
            return List.of();
        }
        String variable = "GLEANER_AGENT=" + Files.readString(marker).strip();
        return PROCESSES.read().stream()
                .map(ProcessTable.Entry::pid)
                .filter(pid -> PROCESSES.carries(pid, variable))
                .toList();
    }

    /** In how many sessions the processes of its tasks are: one that called setsid has one of its own. */
    long sessionsOfTasks() throws IOException {
        List<Long> pids = taskProcesses();
        return PROCESSES.read().stream()
                .filter(entry -> pids.contains(entry.pid()))
                .map(ProcessTable.Entry::session)
                .distinct()
                .count();
    }

    /** Control groups that an agent which was killed would clean at its next start, which never comes here. */
    void removeGroups() throws IOException {
        ControlGroups.cleanUp(AgentDirectory.groups(directory));
    }

    /** Reports that the server has not accepted yet. */
    long keptResults() throws IOException {
        return new KeptResults(AgentDirectory.results(directory)).count();
    }

    /** What attempts left behind: work directories and results that nobody wants any more. */
    List<Path> leftovers() throws IOException {
        try (Stream<Path> work = Files.list(directory.resolve("work"));
                Stream<Path> results = Files.list(directory.resolve("results"))) {
            return Stream.concat(work, results).toList();
        }
    }
}
