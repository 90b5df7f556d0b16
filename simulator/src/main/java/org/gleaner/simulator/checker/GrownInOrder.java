package org.gleaner.simulator.checker;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;

/**
 * Tasks come to a job once and in order, as long as more may come to it, and then it stays open; what was acknowledged
 * of them is in the store with its entries, whatever happens afterwards.
 */
public final class GrownInOrder implements Checker {
    /** How many tasks each job has at least, as somebody was told, and what their entries are as far as they came. */
    private final TreeMap<JobId, Integer> told = new TreeMap<>();

    private final TreeMap<JobId, TreeMap<Integer, Entry>> durable = new TreeMap<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.TasksAdded added) {
            checkAdded(added, before);
        } else if (event instanceof GridEvent.JobClosed closed) {
            LedgerJob job = before.job(closed.job());
            if (job != null && job.spec().isGrowing()) {
                throw violation("job " + closed.job() + " closed although more tasks may come to it");
            }
        }
    }

    private void checkAdded(GridEvent.TasksAdded added, Ledger before) {
        LedgerJob job = before.job(added.job());
        if (job == null || job.closed() || !job.spec().isGrowing()) {
            throw violation("tasks came to job " + added.job() + ", which takes none");
        }
        if (added.first() != job.spec().tasks() + 1) {
            throw violation("task " + added.first() + " came to job " + added.job() + ", which has "
                    + job.spec().tasks() + " tasks");
        }
        JobId earlier = added.key() == null ? null : before.submittedWith(added.key());
        if (earlier != null) {
            throw violation("key " + added.key() + " brought tasks to job " + added.job() + " twice");
        }
        TreeMap<Integer, Entry> entries = durable.computeIfAbsent(added.job(), id -> new TreeMap<>());
        List<Entry> more = added.entries();
        for (int i = 0; i < more.size(); i++) {
            entries.put(added.first() + i, more.get(i));
        }
    }

    @Override
    public void ran(BatchRun batch) throws StoreException {
        for (AddressedReply one : batch.result().replies()) {
            if (one.reply() instanceof Reply.Added added && added.tasks() > 0) {
                told.merge(added.job(), added.first() - 1 + added.tasks(), Math::max);
                look(batch, added.job());
            }
        }
        if (batch.result().reloaded()) {
            lookAtAll(batch);
        }
    }

    @Override
    public void ended(BatchRun last) throws StoreException {
        lookAtAll(last);
    }

    private void lookAtAll(BatchRun batch) throws StoreException {
        for (JobId id : told.keySet()) {
            look(batch, id);
        }
    }

    private void look(BatchRun batch, JobId id) throws StoreException {
        LedgerJob job = batch.ledger().job(id);
        if (job == null || batch.ledger().isDeleted(id)) {
            return;
        }
        int tasks = told.getOrDefault(id, 0);
        if (job.spec().tasks() < tasks) {
            throw violation("job " + id + " has " + job.spec().tasks() + " tasks, but " + tasks + " were acknowledged");
        }
        TreeMap<Integer, Entry> entries = durable.getOrDefault(id, new TreeMap<>());
        for (var one : entries.entrySet()) {
            Optional<Entry> stored = batch.disk().history().entry(id, one.getKey());
            if (stored.isEmpty() || !stored.get().value().equals(one.getValue().value())) {
                throw violation("task " + one.getKey() + " of job " + id + " came with " + one.getValue()
                        + ", the store has " + stored);
            }
        }
    }
}
