package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.Tables;

/**
 * Content that a job, its results or what its tasks wrote on their way name is on the server's disk, and stays there
 * until the job or its files go.
 */
public final class ContentThere implements Checker {
    private final TreeMap<JobId, List<BlobHash>> inputs = new TreeMap<>();
    private final TreeMap<JobId, TreeSet<BlobHash>> taken = new TreeMap<>();
    private final TreeMap<JobId, TreeSet<BlobHash>> results = new TreeMap<>();
    /** Of each attempt by path, the latest. */
    private final TreeMap<TaskId, TreeMap<Integer, TreeMap<String, BlobHash>>> partials = new TreeMap<>();

    private final TreeSet<JobId> changed = new TreeSet<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.JobSubmitted submitted) {
            name(submitted.job(), submitted.spec().inputs());
        } else if (event instanceof GridEvent.FilesRefreshed refreshed) {
            name(refreshed.job(), refreshed.inputs());
        } else if (event instanceof GridEvent.FilesTaken take) {
            taken.computeIfAbsent(take.job(), any -> new TreeSet<>())
                    .addAll(take.files().stream().map(InputFile::hash).toList());
            changed.add(take.job());
        } else if (event instanceof GridEvent.AttemptEnded ended) {
            JobId job = ended.attempt().job();
            results.computeIfAbsent(job, any -> new TreeSet<>())
                    .addAll(ended.report().blobs());
            if (ended.then() == TaskState.DONE) {
                partials.remove(ended.attempt().task());
            }
            changed.add(job);
        } else if (event instanceof GridEvent.PartialKept kept) {
            TreeMap<String, BlobHash> had = partials.getOrDefault(kept.attempt().task(), new TreeMap<>())
                    .getOrDefault(kept.attempt().number(), new TreeMap<>());
            had.keySet().removeAll(kept.gone());
            keep(kept.attempt(), kept.files());
        } else if (event instanceof GridEvent.AttemptResumed resumed) {
            keep(resumed.attempt(), resumed.resumption().files());
        } else if (event instanceof GridEvent.JobDeleted deleted) {
            forgetResults(deleted.job());
            forgetInputs(deleted.job());
        } else if (event instanceof GridEvent.JobRetired retired && before.goes(retired)) {
            forgetResults(retired.job());
            if (!retired.onlyFiles() || isDone(before, retired.job())) {
                forgetInputs(retired.job());
            }
        }
    }

    private void keep(AttemptId attempt, List<ResultFile> files) {
        if (files.isEmpty()) {
            return;
        }
        TreeMap<Integer, TreeMap<String, BlobHash>> attempts =
                partials.computeIfAbsent(attempt.task(), task -> new TreeMap<>());
        TreeMap<String, BlobHash> named = attempts.computeIfAbsent(attempt.number(), any -> new TreeMap<>());
        while (attempts.size() > Tables.PARTIAL_ATTEMPTS) {
            attempts.pollFirstEntry();
        }
        for (ResultFile file : files) {
            if (file.inline() == null) {
                named.put(file.path(), file.hash());
            } else {
                named.remove(file.path());
            }
        }
        changed.add(attempt.job());
    }

    /** Else somebody may still retry a task of it, which needs its inputs. */
    private static boolean isDone(Ledger ledger, JobId id) {
        LedgerJob job = ledger.job(id);
        return job != null && job.count(TaskState.DONE) == job.spec().tasks();
    }

    private void name(JobId job, List<InputFile> files) {
        inputs.put(job, files.stream().map(InputFile::hash).toList());
        changed.add(job);
    }

    private void forgetInputs(JobId job) {
        inputs.remove(job);
        taken.remove(job);
    }

    private void forgetResults(JobId job) {
        results.remove(job);
        partials.keySet().removeIf(task -> task.job().equals(job));
    }

    @Override
    public void ran(BatchRun batch) {
        if (batch.result().reloaded()) {
            look(batch, new TreeSet<>(batch.ledger().jobs().keySet()));
        } else {
            look(batch, changed);
        }
        changed.clear();
    }

    @Override
    public void ended(BatchRun last) {
        look(last, new TreeSet<>(last.ledger().jobs().keySet()));
    }

    private void look(BatchRun batch, TreeSet<JobId> jobs) {
        for (JobId job : jobs) {
            List<BlobHash> named = new ArrayList<>(inputs.getOrDefault(job, List.of()));
            named.addAll(taken.getOrDefault(job, new TreeSet<>()));
            named.addAll(results.getOrDefault(job, new TreeSet<>()));
            partials.subMap(new TaskId(job, 1), new TaskId(job, Integer.MAX_VALUE))
                    .values()
                    .forEach(attempts -> attempts.values().forEach(files -> named.addAll(files.values())));
            for (BlobHash hash : named) {
                if (!batch.disk().content().test(hash)) {
                    throw violation("job " + job + " names " + hash + ", which is not on the server");
                }
            }
        }
    }
}
