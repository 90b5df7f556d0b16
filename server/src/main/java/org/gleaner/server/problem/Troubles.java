package org.gleaner.server.problem;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.problem.SystemWords;

/**
 * Which problems have to wait, as something of ours is in the way: told when it begins and when it is over.
 * Thread-safe.
 */
final class Troubles {
    private final Set<JobId> waiting = new HashSet<>();
    private final Consumer<String> warn;
    private final Consumer<String> inform;

    /**
     * @param warn takes what has begun
     * @param inform takes what is over
     */
    Troubles(Consumer<String> warn, Consumer<String> inform) {
        this.warn = warn;
        this.inform = inform;
    }

    void begins(JobId job, IOException why) {
        begins(job, SystemWords.of(why));
    }

    void begins(JobId job, StoreException why) {
        begins(job, String.valueOf(why.getMessage()));
    }

    private synchronized void begins(JobId job, String why) {
        if (waiting.add(job)) {
            warn.accept("problem " + job + " has to wait: " + why);
        }
    }

    /** A round of it was well. */
    synchronized void ends(JobId job) {
        if (waiting.remove(job)) {
            inform.accept("problem " + job + " goes on");
        }
    }

    /** Nobody looks after it any more. */
    synchronized void forget(JobId job) {
        waiting.remove(job);
    }
}
