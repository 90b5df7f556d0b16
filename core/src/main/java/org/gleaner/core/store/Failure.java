package org.gleaner.core.store;

import java.util.List;
import org.gleaner.core.grid.GridEvent;

/** How an {@link InMemoryStore} misbehaves: a simulation decides before each write what becomes of it. */
@FunctionalInterface
public interface Failure {
    /** What becomes of a write. */
    enum Verdict {
        /** It is committed and said to be. */
        COMMIT,
        /** Nothing of it happens and the writer is told that it failed. */
        REFUSE,
        /** It is committed but the writer hears of a failure, as when the power fails before the answer. */
        COMMIT_UNHEARD
    }

    Failure NEVER = events -> Verdict.COMMIT;

    Verdict judge(List<GridEvent.Hard> events);

    /** Whether a read fails now. */
    default boolean refusesReads() {
        return false;
    }
}
