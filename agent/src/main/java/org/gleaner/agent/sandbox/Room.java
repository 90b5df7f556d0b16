package org.gleaner.agent.sandbox;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What one task gets of the machine, named as the agent sees it.
 *
 * @param files its own directory, writable
 * @param temporary for its temporary files, writable
 * @param shared a directory outside, writable, in which it runs instead of its own; none: its own
 * @param setup what was set up for it once, read-only; none: nothing
 * @param making whether the set-up is being made: then it is writable, and the command runs there
 * @param network whether it reaches the network
 */
public record Room(
        Path files,
        Path temporary,
        @Nullable Path shared,
        @Nullable Path setup,
        boolean making,
        boolean network) {
    /** Where the command starts. */
    public Path start() {
        if (making && setup != null) {
            return setup;
        }
        return shared == null ? files : shared;
    }
}
