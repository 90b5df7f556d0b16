package org.gleaner.server.problem;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.blob.BlobProblem;

/**
 * Which problems have to wait, as something of ours is in the way: told when it begins and when it is over.
 * Thread-safe.
 */
final class Troubles {
    /** By what its owner may hear of it. */
    private final Map<JobId, String> waiting = new HashMap<>();

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
        boolean ours = why instanceof Hindrance || why instanceof BlobProblem;
        // What the system says may name paths of the server.
        begins(
                job,
                SystemWords.of(why),
                ours ? String.valueOf(why.getMessage()) : "the server's system refuses something");
    }

    void begins(JobId job, StoreException why) {
        begins(job, String.valueOf(why.getMessage()), "the server's database can't be used");
    }

    private synchronized void begins(JobId job, String why, String told) {
        if (waiting.put(job, told) == null) {
            warn.accept("problem " + job + " has to wait: " + why);
        }
    }

    /** Why it has to wait, as the end of a sentence for its owner; empty: it has not. */
    synchronized Optional<String> of(JobId job) {
        return Optional.ofNullable(waiting.get(job));
    }

    /** A round of it was well. */
    synchronized void ends(JobId job) {
        if (waiting.remove(job) != null) {
            inform.accept("problem " + job + " goes on");
        }
    }

    /** Nobody looks after it any more. */
    synchronized void forget(JobId job) {
        waiting.remove(job);
    }
}
