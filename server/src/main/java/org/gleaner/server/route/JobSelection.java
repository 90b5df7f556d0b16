package org.gleaner.server.route;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.store.History;

/** Selectors as far as the store must help with them. */
final class JobSelection {
    private JobSelection() {}

    /** {@code last} may be closed, so the loop can't tell which it is; empty if the caller never had a job. */
    static Optional<Selector> resolve(History history, Caller caller, Selector selector) throws StoreException {
        return selector instanceof Selector.Last
                ? history.lastJob(caller.owner()).map(Selector.OneJob::new)
                : Optional.of(selector);
    }

    /** Closed jobs that are meant, youngest first, as {@code status} lists them; {@code all} means open ones only. */
    static List<JobSummary> closed(History history, Caller caller, Selector selector, int limit) throws StoreException {
        return selector instanceof Selector.All ? List.of() : history.closedJobs(caller, selector, limit);
    }

    /** The one job that the selector names by its number. */
    static Optional<JobId> named(Selector selector) {
        if (selector instanceof Selector.OneJob one) {
            return Optional.of(one.job());
        }
        return selector instanceof Selector.SomeTasks some ? Optional.of(some.job()) : Optional.empty();
    }
}
