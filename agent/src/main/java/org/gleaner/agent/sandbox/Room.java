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
 * @param network whether it reaches the network
 */
public record Room(
        Path files,
        Path temporary,
        @Nullable Path shared,
        @Nullable Path setup,
        boolean network) {
    /** Where the command starts. */
    public Path start() {
        return shared == null ? files : shared;
    }
}
