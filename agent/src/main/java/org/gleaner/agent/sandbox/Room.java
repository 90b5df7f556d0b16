package org.gleaner.agent.sandbox;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one task gets of the machine, named as the agent sees it.
 *
 * @param files its own directory, writable
 * @param temporary for its temporary files, writable
 * @param shared a directory outside in which it runs instead of its own; none: its own
 * @param setup what was set up for it once, read-only; none: nothing
 * @param making whether the set-up is being made: then it is writable, and the command runs there
 * @param network whether it reaches the network
 * @param lent large inputs that it reads from where the agent keeps them
 */
public record Room(
        Path files,
        Path temporary,
        @Nullable Shared shared,
        @Nullable Path setup,
        boolean making,
        boolean network,
        List<Lent> lent) {
    public Room {
        lent = List.copyOf(lent);
    }

    /**
     * A directory outside, as a task asked for it.
     *
     * @param offered what the keeper offered, whose path no task can change
     * @param directory the same or a directory below, where tasks may change every name at any moment
     */
    public record Shared(Path offered, Path directory) {}

    /**
     * An input that is mounted read-only where the task expects it. Only an empty file stands for it in the task's own
     * directory.
     *
     * @param source where it is
     * @param path where it appears, relative to the task's directory
     */
    public record Lent(Path source, String path) {}

    /** Where the command starts. */
    public Path start() {
        if (making && setup != null) {
            return setup;
        }
        return shared == null ? files : shared.directory();
    }

    /** The directory above all that the command may leave, which nobody can swap for another. */
    public Path base() {
        return shared == null ? start() : shared.offered();
    }
}
