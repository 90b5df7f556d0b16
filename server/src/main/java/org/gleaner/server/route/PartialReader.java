package org.gleaner.server.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.PartialRow;
import org.gleaner.protocol.message.OutputPage;

/** Reads what tasks that are not done have written so far, a bounded piece at a time. */
record PartialReader(History history) {
    private static final int MOST_FILES = OutputRows.MOST_FILES;
    /** Tasks that are looked at in one call, whether they left something or not. */
    private static final int TOGETHER = 10_000;

    /** Of each task the files of the attempt that was the last to send some, as long as they fit into one answer. */
    OutputPage latest(StoredJob job, int from, int limit) throws StoreException {
        OutputRows rows = new OutputRows();
        int tasks = job.spec().tasks();
        if (from > tasks) {
            return rows.page(job.id(), 0);
        }
        int end = (int) Math.min(tasks, (long) from + TOGETHER - 1);
        List<PartialRow> found = history.partials(job.id(), Ordinals.range(from, end), MOST_FILES + 1);
        TreeMap<AttemptId, List<ResultFile>> byAttempt = new TreeMap<>();
        for (PartialRow row : found) {
            byAttempt.computeIfAbsent(row.attempt(), any -> new ArrayList<>()).add(row.file());
        }
        boolean cut = found.size() > MOST_FILES && byAttempt.size() > 1;
        int next = end < tasks ? end + 1 : 0;
        List<AttemptId> told = new ArrayList<>();
        for (Map.Entry<AttemptId, List<ResultFile>> one : byAttempt.entrySet()) {
            int task = one.getKey().ordinal();
            // The last task of a list that was cut may have more files than are seen here.
            boolean last = cut && one.getKey().equals(byAttempt.lastKey());
            if (told.size() == limit || last || !rows.add(task, one.getValue())) {
                next = task;
                break;
            }
            told.add(one.getKey());
        }
        return page(job, rows, next, told);
    }

    /** Those of one attempt, whether it was the last or not. */
    OutputPage of(StoredJob job, int task, int number) throws StoreException {
        AttemptId attempt = new AttemptId(new TaskId(job.id(), task), number);
        List<ResultFile> files = history.partials(attempt, MOST_FILES).stream()
                .map(PartialRow::file)
                .toList();
        OutputRows rows = new OutputRows();
        boolean unused = rows.add(task, files);
        return page(job, rows, 0, files.isEmpty() ? List.of() : List.of(attempt));
    }

    private OutputPage page(StoredJob job, OutputRows rows, int next, List<AttemptId> told) throws StoreException {
        List<AttemptId> others = new ArrayList<>();
        if (!told.isEmpty()) {
            Ordinals tasks = Ordinals.range(
                    told.get(0).ordinal(), told.get(told.size() - 1).ordinal());
            others.addAll(history.leavers(job.id(), tasks, MOST_FILES));
            others.removeAll(told);
        }
        return new OutputPage(job.id(), rows.list(), next, 0, told, others, List.of());
    }
}
