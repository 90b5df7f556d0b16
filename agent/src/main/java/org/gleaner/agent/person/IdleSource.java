package org.gleaner.agent.person;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that knows when the machine was last touched. Confined to one thread. */
interface IdleSource extends AutoCloseable {
    /** What it is, for the person at the machine. */
    String name();

    /** How long nobody has touched the machine; null if it can't tell now. Takes at most a second or two. */
    @Nullable
    Duration untouched();

    @Override
    default void close() {}
}
