package org.gleaner.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.History.PartialRow;

/** The files that tasks of one job sent before they ended. Mutable, confined to its store. */
final class InMemoryPartials {
    /** Those of one task: of each attempt by name. Immutable. */
    record OfTask(int ordinal, SortedMap<Integer, SortedMap<String, PartialRow>> byAttempt) {
        /** Those of the attempt that was the last to send some. */
        Collection<PartialRow> latest() {
            Instant since = Instant.MIN;
            Collection<PartialRow> latest = List.of();
            for (SortedMap<String, PartialRow> rows : byAttempt.values()) {
                for (PartialRow row : rows.values()) {
                    if (!row.at().isBefore(since)) {
                        since = row.at();
                        latest = rows.values();
                    }
                }
            }
            return latest;
        }

        private OfTask with(AttemptId attempt, List<ResultFile> files, Instant at) {
            TreeMap<Integer, SortedMap<String, PartialRow>> all = new TreeMap<>(byAttempt);
            TreeMap<String, PartialRow> rows = new TreeMap<>(all.getOrDefault(attempt.number(), new TreeMap<>()));
            files.forEach(file -> rows.put(file.path(), new PartialRow(attempt, file, at)));
            all.put(attempt.number(), rows);
            while (all.size() > Tables.PARTIAL_ATTEMPTS) {
                all.pollFirstEntry();
            }
            return new OfTask(ordinal, all);
        }

        private OfTask without(int number, List<String> names) {
            TreeMap<Integer, SortedMap<String, PartialRow>> all = new TreeMap<>(byAttempt);
            TreeMap<String, PartialRow> rows = new TreeMap<>(all.getOrDefault(number, new TreeMap<>()));
            names.forEach(rows::remove);
            all.put(number, rows);
            all.values().removeIf(Map::isEmpty);
            return new OfTask(ordinal, all);
        }

        private boolean names(BlobHash hash) {
            return byAttempt.values().stream().anyMatch(rows -> name(rows.values(), hash));
        }
    }

    private final UndoLog undo;
    private final TreeMap<Integer, OfTask> tasks = new TreeMap<>();

    InMemoryPartials(UndoLog undo) {
        this.undo = undo;
    }

    void put(AttemptId attempt, List<ResultFile> files, Instant at) {
        if (files.isEmpty()) {
            return;
        }
        OfTask before = tasks.getOrDefault(attempt.ordinal(), new OfTask(attempt.ordinal(), new TreeMap<>()));
        undo.put(tasks, attempt.ordinal(), before.with(attempt, files, at));
    }

    void remove(AttemptId attempt, List<String> names) {
        OfTask before = tasks.get(attempt.ordinal());
        if (before != null && !names.isEmpty()) {
            undo.put(tasks, attempt.ordinal(), before.without(attempt.number(), names));
        }
    }

    void remove(int ordinal) {
        undo.remove(tasks, ordinal);
    }

    void clear() {
        List.copyOf(tasks.keySet()).forEach(this::remove);
    }

    boolean names(BlobHash hash) {
        return tasks.values().stream().anyMatch(task -> task.names(hash));
    }

    /** Whether the attempt began with this blob, or left it. */
    boolean names(AttemptId attempt, BlobHash hash) {
        return name(of(attempt), hash);
    }

    private static boolean name(Collection<PartialRow> rows, BlobHash hash) {
        return rows.stream()
                .anyMatch(
                        row -> row.file().inline() == null && row.file().hash().equals(hash));
    }

    /** Of those tasks that have any. */
    List<OfTask> of(Ordinals ordinals) {
        List<OfTask> found = new ArrayList<>();
        for (Ordinals.Span span : ordinals.spans()) {
            found.addAll(tasks.subMap(span.first(), true, span.last(), true).values());
        }
        return found;
    }

    Collection<PartialRow> of(AttemptId attempt) {
        OfTask task = tasks.get(attempt.ordinal());
        SortedMap<String, PartialRow> rows =
                task == null ? null : task.byAttempt().get(attempt.number());
        return rows == null ? List.of() : rows.values();
    }
}
