package org.gleaner.checks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.lab.child.AgentPlace;
import org.jspecify.annotations.Nullable;

/** One agent as a process, with its directory, which outlives it. */
final class RealAgent {
    private final RealGrid grid;
    private final AgentPlace place;
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
        this.place = new AgentPlace(directory);
        this.slots = slots;
        this.flags = flags;
        this.behind = behind;
    }

    Path directory() {
        return place.directory();
    }

    /** Does not wait: the server hears of the agent when it hears of it. */
    void start() throws IOException {
        Path token = grid.data().resolve("join.token");
        List<Object> words = new ArrayList<>(List.of("agent", grid.url(), "--token-file", token));
        words.addAll(List.of("--slots", slots, "--dir", directory()));
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
        return place.taskProcesses();
    }

    long sessionsOfTasks() throws IOException {
        return place.sessionsOfTasks();
    }

    void removeGroups() throws IOException {
        place.removeGroups();
    }

    long keptResults() throws IOException {
        return place.keptResults();
    }

    List<Path> leftovers() throws IOException {
        return place.leftovers();
    }
}
