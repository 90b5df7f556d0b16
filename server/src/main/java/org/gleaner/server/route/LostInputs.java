package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.desk.TakenFiles;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.store.History;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether we ourselves are the reason why a task could not be started: a file of it is no longer on our disk.
 * Then no node is to blame, whatever its agent reported.
 */
record LostInputs(History history, BlobAccess blobs, TakenFiles taken) {
    private static final Logger LOG = LoggerFactory.getLogger(LostInputs.class);

    /** The same call, with the true outcome of tasks that had to fail because of us. */
    CommitCall told(NodeId node, CommitCall call) throws StoreException, IOException {
        List<AttemptReport> reports = new ArrayList<>();
        for (AttemptReport report : call.reports()) {
            boolean ours = report.outcome() == Outcome.NOT_STARTABLE && history.wasGiven(node, report.attempt());
            Optional<InputFile> lost = ours ? lost(report.attempt()) : Optional.empty();
            lost.ifPresent(file -> LOG.atError()
                    .addKeyValue("attempt", report.attempt())
                    .addKeyValue("blob", file.hash())
                    .log("an input is missing on this server's disk"));
            reports.add(
                    lost.isEmpty()
                            ? report
                            : AttemptReport.bare(
                                    report.attempt(),
                                    Outcome.INPUT_LOST,
                                    "the server has lost the file " + lost.get().path()));
        }
        return new CommitCall(call.incarnation(), reports, call.wantsWork());
    }

    private Optional<InputFile> lost(AttemptId attempt) throws StoreException, IOException {
        Optional<StoredJob> job = history.outline(attempt.job());
        if (job.isEmpty() || attempt.ordinal() > job.get().spec().tasks()) {
            return Optional.empty();
        }
        List<InputFile> files = new ArrayList<>(job.get().spec().workplace().archives());
        history.files(attempt.job()).map(JobFiles::inputs).ifPresent(files::addAll);
        history.entry(attempt.job(), attempt.ordinal()).map(Entry::files).ifPresent(files::addAll);
        files.addAll(taken.of(job.get(), attempt.ordinal()));
        for (InputFile file : files) {
            if (!blobs.has(file.hash(), file.size())) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
