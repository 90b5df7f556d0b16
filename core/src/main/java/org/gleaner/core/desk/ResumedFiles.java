package org.gleaner.core.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.PartialRow;
import org.jspecify.annotations.Nullable;

/** Finds the files with which an attempt goes on where an earlier one of its task had stopped. */
record ResumedFiles(History history, ResultShelf.Hold hold) {
    /** As many files of its own as agents take with one task. */
    private static final int MOST = StartCompletion.MOST_OWN;

    /**
     * What was found.
     *
     * @param files those that are laid; nothing if the attempt begins anew
     * @param resumption to be noted; null: it was, when the order was told before
     */
    record Found(List<InputFile> files, @Nullable Resumption resumption) {}

    /**
     * Nothing if there is nothing to go on with. Of two files of one name that of the earlier attempt is laid: it is
     * newer than what the job brings.
     *
     * @param common what all tasks of the job get
     * @param own what this one gets for itself
     */
    Optional<Found> of(AttemptId attempt, List<InputFile> common, List<InputFile> own) throws StoreException {
        List<PartialRow> rows = new ArrayList<>(history.partials(attempt, MOST));
        boolean noted = !rows.isEmpty();
        // Whatever it wrote itself came after its start; of what it began with all is in blobs.
        rows.removeIf(row -> row.file().inline() != null || row.isPrinted());
        if (!noted) {
            rows.addAll(history.partials(attempt.job(), Ordinals.one(attempt.ordinal()), MOST));
            rows.removeIf(row -> row.isPrinted() || row.attempt().number() >= attempt.number());
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<InputFile> files = lay(rows, common, own);
        if (noted) {
            return Optional.of(new Found(files, null));
        }
        Instant last = rows.stream().map(PartialRow::at).max(Instant::compareTo).orElse(Instant.EPOCH);
        List<ResultFile> told = new ArrayList<>();
        if (!files.isEmpty()) {
            rows.forEach(row -> told.add(row.file().asBlob()));
        }
        return Optional.of(new Found(files, new Resumption(rows.get(0).attempt().number(), told, last)));
    }

    /** All of them, or nothing: half of what a task saved may be worse than none of it. */
    private List<InputFile> lay(List<PartialRow> rows, List<InputFile> common, List<InputFile> own)
            throws StoreException {
        Set<String> names = new HashSet<>();
        rows.forEach(row -> names.add(row.file().path()));
        List<InputFile> others = new ArrayList<>(common);
        others.addAll(own);
        others.removeIf(file -> names.contains(file.path()));
        LaidFiles laid = new LaidFiles(others, hold);
        boolean there = own.size() + rows.size() <= MOST;
        for (PartialRow row : rows) {
            ResultFile file = row.file();
            there = there && (file.inline() != null || hold.take(file.hash()));
            if (there) {
                laid.lay(row.attempt().task(), file, file.path());
            }
        }
        return there && !laid.hasFailed() ? laid.taken() : List.of();
    }
}
