package org.gleaner.core.desk;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.store.ClosedQuery;
import org.gleaner.core.store.History;
import org.jspecify.annotations.Nullable;

/**
 * Why many jobs do not run, reasons that are alike together. Whoever has a hundred thousand jobs is told as much as
 * whoever has ten, and neither the grid nor the answer holds more than a part of them at once.
 */
record WhySummaries(History history, JobFacts facts) {
    /** So many parts of the open jobs are looked at, each of which costs the grid some milliseconds. */
    private static final int MOST_PARTS = 200;

    private static final int CLOSED_AT_ONCE = 1_000;
    private static final int MOST_CLOSED = 20_000;

    /** Why a closed job was cancelled takes some looks into the store; of more jobs only that they were is told. */
    private static final int MOST_LOOKED_UP = 100;

    Errand why(Question.AskWhy asked) throws StoreException {
        Optional<Selector> selector = facts.resolve(asked.caller(), asked.selector());
        return selector.isEmpty()
                ? Errand.refused(new Rejection.NothingSelected("explain"))
                : open(new Question.AskWhy(asked.caller(), selector.get(), null, true), new ReasonGroups(), 1);
    }

    private Errand open(Question.AskWhy page, ReasonGroups groups, int part) {
        return new Errand.Ask(page, reply -> {
            if (reply instanceof Reply.Refused refused && refused.why() instanceof Rejection.UnknownJob) {
                return closed(page);
            }
            if (!(reply instanceof Reply.Explained some)) {
                return new Errand.Done(reply);
            }
            some.reasons().forEach(groups::add);
            if (some.next() != null && part < MOST_PARTS) {
                return open(new Question.AskWhy(page.caller(), page.selector(), some.next(), true), groups, part + 1);
            }
            return groups.isEmpty() && some.next() == null
                    ? closed(page)
                    : new Errand.Done(groups.summary(some.next() != null));
        });
    }

    /** Of what matches nothing is open. A state that nothing is in is no mistake, nor is having nothing open. */
    private Errand closed(Question.AskWhy asked) throws StoreException {
        Selector selector = asked.selector();
        ReasonGroups groups = new ReasonGroups();
        @Nullable JobId before = null;
        int cancelled = 0;
        boolean more = !selector.isOpenOnly();
        for (int seen = 0; more && seen < MOST_CLOSED; seen += CLOSED_AT_ONCE) {
            List<JobSummary> jobs =
                    history.closedJobs(new ClosedQuery(asked.caller(), selector, Listing.ALL, before, CLOSED_AT_ONCE));
            for (JobSummary job : jobs) {
                int stopped = job.tasks().cancelled();
                if (stopped > 0 && cancelled < MOST_LOOKED_UP) {
                    groups.add(new Reason(job.id(), facts.whyCancelled(asked.caller(), job.id()), stopped));
                } else if (stopped > 0) {
                    groups.addUnsure(new Reason(job.id(), new Cause.Cancelled(null), stopped));
                }
                cancelled += stopped > 0 ? 1 : 0;
                if (job.tasks().done() > 0) {
                    groups.add(new Reason(
                            job.id(),
                            new Cause.Plain(Reason.Kind.DONE),
                            job.tasks().done()));
                }
                before = job.id();
            }
            more = jobs.size() == CLOSED_AT_ONCE && !(selector instanceof Selector.SomeJobs);
        }
        boolean mistaken =
                selector.isOfOneJob() || selector instanceof Selector.Named || selector instanceof Selector.Typed;
        return groups.isEmpty() && mistaken ? Errand.refused(nothing(selector)) : new Errand.Done(groups.summary(more));
    }

    private static Rejection nothing(Selector selector) {
        return selector.named()
                .<Rejection>map(Rejection.UnknownJob::new)
                .orElseGet(() -> new Rejection.NothingSelected("explain"));
    }
}
