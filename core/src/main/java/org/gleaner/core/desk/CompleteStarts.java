package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.store.History;

/**
 * Fills in what the grid does not have in memory: entries of lists, and lists of files that lie aside. One answer holds
 * no more than an agent has room for; what is left out is told when the node next says what it holds.
 *
 * @param mostBytes as much as one answer holds; the first start is sent in any case
 */
record CompleteStarts(History history, long mostBytes) {
    Errand of(Reply reply) throws StoreException {
        if (reply instanceof Reply.Ordered ordered) {
            Orders orders = ordered.content();
            return new Errand.Done(new Reply.Ordered(
                    new Orders(of(orders.start()), orders.stop(), orders.release(), orders.report())));
        }
        if (reply instanceof Reply.Committed committed) {
            CommitReply content = committed.content();
            return new Errand.Done(new Reply.Committed(new CommitReply(content.answers(), of(content.start()))));
        }
        return new Errand.Done(reply);
    }

    /** A job that was deleted meanwhile has nothing in the store, and its order is left out. */
    private List<Start> of(List<Start> starts) throws StoreException {
        List<Start> complete = new ArrayList<>(starts.size());
        // Of each job once: so it is sent.
        Map<JobId, Optional<JobSpec>> specs = new TreeMap<>();
        long bytes = 0;
        for (Start start : starts) {
            JobId job = start.attempt().job();
            Optional<JobSpec> spec = specs.get(job);
            boolean first = spec == null;
            if (spec == null) {
                spec = whole(job, start.spec());
                specs.put(job, spec);
            }
            Optional<Entry> entry = spec.isEmpty() ? Optional.empty() : entry(start);
            boolean listed = start.entry() == null && start.spec().array() instanceof ArrayShape.Listed;
            if (spec.isEmpty() || (listed && entry.isEmpty())) {
                continue;
            }
            bytes += (first ? weight(spec.get()) : 0)
                    + entry.map(JobWeight::entry).orElse(0L);
            if (bytes > mostBytes && !complete.isEmpty()) {
                break;
            }
            complete.add(
                    new Start(start.attempt(), start.lane(), spec.get(), entry.orElse(start.entry()), start.owner()));
        }
        return complete;
    }

    private static long weight(JobSpec spec) {
        return JobWeight.spec(spec) + JobWeight.files(spec);
    }

    private Optional<JobSpec> whole(JobId job, JobSpec kept) throws StoreException {
        if (kept.aside().inputs() == 0 && kept.aside().outputs() == 0) {
            return Optional.of(kept);
        }
        Optional<JobFiles> files = history.files(job);
        return files.map(kept::with);
    }

    private Optional<Entry> entry(Start start) throws StoreException {
        if (start.entry() != null || !(start.spec().array() instanceof ArrayShape.Listed)) {
            return Optional.ofNullable(start.entry());
        }
        return history.entry(start.attempt().job(), start.attempt().ordinal());
    }
}
