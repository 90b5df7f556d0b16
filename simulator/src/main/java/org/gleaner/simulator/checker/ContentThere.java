package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;

/** Content that a job or its results name is on the server's disk, and stays there until the job or its files go. */
public final class ContentThere implements Checker {
    private final TreeMap<JobId, List<BlobHash>> inputs = new TreeMap<>();
    private final TreeMap<JobId, TreeSet<BlobHash>> results = new TreeMap<>();
    private final TreeSet<JobId> changed = new TreeSet<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.JobSubmitted submitted) {
            name(submitted.job(), submitted.spec().inputs());
        } else if (event instanceof GridEvent.FilesRefreshed refreshed) {
            name(refreshed.job(), refreshed.inputs());
        } else if (event instanceof GridEvent.AttemptEnded ended) {
            JobId job = ended.attempt().job();
            results.computeIfAbsent(job, any -> new TreeSet<>())
                    .addAll(ended.report().blobs());
            changed.add(job);
        } else if (event instanceof GridEvent.JobDeleted deleted) {
            forget(deleted.job());
        } else if (event instanceof GridEvent.JobRetired retired) {
            forget(retired.job());
        }
    }

    private void name(JobId job, List<InputFile> files) {
        inputs.put(job, files.stream().map(InputFile::hash).toList());
        changed.add(job);
    }

    private void forget(JobId job) {
        inputs.remove(job);
        results.remove(job);
    }

    @Override
    public void ran(Batch batch) {
        if (batch.result().reloaded()) {
            look(batch, new TreeSet<>(batch.ledger().jobs().keySet()));
        } else {
            look(batch, changed);
        }
        changed.clear();
    }

    @Override
    public void ended(Batch last) {
        look(last, new TreeSet<>(last.ledger().jobs().keySet()));
    }

    private void look(Batch batch, TreeSet<JobId> jobs) {
        for (JobId job : jobs) {
            List<BlobHash> named = new ArrayList<>(inputs.getOrDefault(job, List.of()));
            named.addAll(results.getOrDefault(job, new TreeSet<>()));
            for (BlobHash hash : named) {
                if (!batch.disk().content().test(hash)) {
                    throw violation("job " + job + " names " + hash + ", which is not on the server");
                }
            }
        }
    }
}
