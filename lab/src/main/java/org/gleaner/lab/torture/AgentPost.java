package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.ControlGroups;
import org.gleaner.lab.child.Child;
import org.jspecify.annotations.Nullable;

/**
 * One agent, the directory that outlives its processes, and what can be done to it.
 *
 * @param relay what it speaks through, if it is not in a namespace
 * @param isolated whether it is in the namespace of its number
 */
record AgentPost(
        int number,
        Child child,
        Path directory,
        @Nullable Relay relay,
        boolean isolated,
        @Nullable WallClock clock,
        @Nullable SmallDisk disk) {
    private static final ProcessTable PROCESSES = new ProcessTable();

    /** Every process that carries this agent's marker: of its tasks, live ones and orphans. */
    List<Long> taskProcesses() throws IOException {
        String marker;
        try {
            marker = Files.readString(directory.resolve("marker"), StandardCharsets.UTF_8)
                    .strip();
        } catch (NoSuchFileException notYet) {
            return List.of();
        }
        String variable = "GLEANER_AGENT=" + marker;
        return PROCESSES.read().stream()
                .map(ProcessTable.Entry::pid)
                .filter(pid -> PROCESSES.carries(pid, variable))
                .toList();
    }

    /** What attempts left behind: work directories, and results that nobody wants any more. */
    List<Path> leftovers() throws IOException {
        Path work = directory.resolve("work");
        Path results = AgentDirectory.results(directory);
        if (!Files.isDirectory(work) || !Files.isDirectory(results)) {
            return List.of();
        }
        try (Stream<Path> some = Files.list(work);
                Stream<Path> others = Files.list(results)) {
            return Stream.concat(some, others).toList();
        }
    }

    /** Control groups that an agent which was killed would clean at its next start. */
    void removeGroups() throws IOException {
        ControlGroups.cleanUp(AgentDirectory.groups(directory));
    }
}
