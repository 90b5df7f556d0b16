package org.gleaner.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.TriedTask.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * All rows of one job. What {@link #stored} gives out is kept up task by task, because a simulation asks for it after
 * every batch and a batch touches few tasks. Mutable, confined to its store.
 */
final class InMemoryJob {
    /** The job's own row, replaced as a whole. */
    record Head(
            JobId id,
            Owner owner,
            Instant submitted,
            JobSpec spec,
            Brake brake,
            @Nullable TaskCounts closed,
            @Nullable Instant closedAt) {
        Head withSpec(JobSpec changed) {
            return new Head(id, owner, submitted, changed, brake, closed, closedAt);
        }

        Head withBrake(Brake changed) {
            return new Head(id, owner, submitted, spec, changed, closed, closedAt);
        }

        Head withClosed(@Nullable TaskCounts counts, @Nullable Instant at) {
            return new Head(id, owner, submitted, spec, brake, counts, at);
        }
    }

    private Head head;
    private final UndoLog undo;
    private final Map<TaskState, BitSet> states = new EnumMap<>(TaskState.class);
    private final TreeMap<Integer, TriedTask> tasks = new TreeMap<>();
    private final TreeMap<Integer, EntryPage> pages = new TreeMap<>();
    private final TreeMap<BlobHash, Blob> blobs = new TreeMap<>();
    private @Nullable Instant retired;

    /**
     * @param input also of former inputs: an attempt that started with them may still need them
     * @param state whether it is only what the host of a problem goes on from
     */
    record Blob(boolean input, long size, boolean state) {}

    private final InMemoryPartials partials;
    private final BitSet changed = new BitSet();
    private final TreeMap<Integer, TaskRecord> records = new TreeMap<>();
    private final TreeMap<AttemptId, LiveRow> live = new TreeMap<>();
    private final TreeMap<Integer, AcceptedRow> accepted = new TreeMap<>();
    private @Nullable StoredJob latest;

    InMemoryJob(Head head, UndoLog undo) {
        this.head = head;
        this.undo = undo;
        this.partials = new InMemoryPartials(undo);
        for (TaskState state : TaskState.ALL) {
            states.put(state, new BitSet());
        }
    }

    Head head() {
        return head;
    }

    void setHead(Head next) {
        Head before = head;
        head = next;
        latest = null;
        undo.add(() -> {
            head = before;
            latest = null;
        });
    }

    void setStates(Ordinals ordinals, TaskState to) {
        for (Ordinals.Span span : ordinals.spans()) {
            setStates(span.first(), span.last() + 1, to);
        }
    }

    private void setStates(int from, int end, TaskState to) {
        states.forEach((state, bits) -> {
            BitSet before = bits.get(from, end);
            if (!before.isEmpty()) {
                undo.add(() -> before.stream().forEach(bit -> bits.set(from + bit)));
                bits.clear(from, end);
            }
        });
        if (to != TaskState.READY) {
            BitSet bits = bitsOf(to);
            undo.add(() -> bits.clear(from, end));
            bits.set(from, end);
        }
        undo.add(() -> touchTried(from, end));
        touchTried(from, end);
    }

    /** Nothing is derived from tasks that were never tried, and of a million tasks few are. */
    private void touchTried(int from, int end) {
        tasks.subMap(from, end).keySet().forEach(changed::set);
        latest = null;
    }

    private void touch(int ordinal) {
        changed.set(ordinal);
        latest = null;
    }

    private BitSet bitsOf(TaskState state) {
        return states.computeIfAbsent(state, any -> new BitSet());
    }

    TriedTask task(int ordinal) {
        return tasks.getOrDefault(ordinal, TriedTask.UNTRIED);
    }

    void setTask(int ordinal, TriedTask row) {
        undo.put(tasks, ordinal, row);
        undo.add(() -> touch(ordinal));
        touch(ordinal);
    }

    void resetCounters(Ordinals ordinals) {
        for (Ordinals.Span span : ordinals.spans()) {
            List<Integer> tried = List.copyOf(
                    tasks.subMap(span.first(), true, span.last(), true).keySet());
            for (int ordinal : tried) {
                TriedTask row = task(ordinal);
                setTask(ordinal, row.withCounters(row.counted(), 0, 0));
            }
        }
    }

    void putPage(EntryPage page) {
        undo.put(pages, page.number(), page);
    }

    @Nullable
    EntryPage page(int number) {
        return pages.get(number);
    }

    void putBlob(BlobHash hash, boolean input, long size) {
        undo.put(blobs, hash, new Blob(input || hasInput(hash), size, false));
    }

    void putState(BlobHash hash, long size) {
        if (!blobs.containsKey(hash)) {
            undo.put(blobs, hash, new Blob(false, size, true));
        }
    }

    void dropState(BlobHash hash) {
        Blob blob = blobs.get(hash);
        if (blob != null && blob.state()) {
            undo.remove(blobs, hash);
        }
    }

    /** Forgets the files that the job will not need again; null means that it has files again. */
    void setRetired(@Nullable Instant at) {
        Instant before = retired;
        undo.add(() -> retired = before);
        retired = at;
        TaskCounts counts = head.closed();
        boolean allDone = counts != null && counts.jobState(false, head.spec().isSolved()) == TaskState.DONE;
        if (at != null) {
            partials.clear();
            for (Map.Entry<BlobHash, Blob> blob : List.copyOf(blobs.entrySet())) {
                if (allDone || !blob.getValue().input()) {
                    undo.remove(blobs, blob.getKey());
                }
            }
        }
    }

    @Nullable
    Instant retired() {
        return retired;
    }

    SortedMap<BlobHash, Blob> blobs() {
        return Collections.unmodifiableSortedMap(blobs);
    }

    boolean names(BlobHash hash) {
        return blobs.containsKey(hash) || partials.names(hash);
    }

    InMemoryPartials partials() {
        return partials;
    }

    boolean hasInput(BlobHash hash) {
        Blob blob = blobs.get(hash);
        return blob != null && blob.input();
    }

    /** The attempts of these tasks in the order of task and number. */
    SortedMap<Integer, TriedTask> tried(Ordinals.Span span) {
        return tasks.subMap(span.first(), true, span.last(), true);
    }

    StoredJob stored() {
        StoredJob known = latest;
        if (known == null) {
            changed.stream().forEach(this::derive);
            changed.clear();
            known = new StoredJob(
                    head.id(),
                    head.owner(),
                    head.submitted(),
                    head.spec().kept(),
                    head.brake(),
                    storedStates(),
                    Collections.unmodifiableSortedMap(new TreeMap<>(records)),
                    new ArrayList<>(live.values()),
                    new ArrayList<>(accepted.values()));
            latest = known;
        }
        return known;
    }

    private void derive(int ordinal) {
        records.remove(ordinal);
        accepted.remove(ordinal);
        TaskId task = new TaskId(head.id(), ordinal);
        live.subMap(new AttemptId(task, 1), true, new AttemptId(task, Integer.MAX_VALUE), true)
                .clear();
        TriedTask row = tasks.get(ordinal);
        if (row == null) {
            return;
        }
        for (Attempt one : row.attempts()) {
            if (one.ending() == null) {
                AttemptId id = new AttemptId(task, one.number());
                live.put(id, new LiveRow(id, one.node(), one.lane(), one.assigned(), one.since()));
            }
        }
        if (!bitsOf(TaskState.DONE).get(ordinal)) {
            records.put(ordinal, row.record());
            return;
        }
        Attempt success = row.accepted();
        if (success != null && success.ending() != null) {
            accepted.put(
                    ordinal,
                    new AcceptedRow(ordinal, success.number(), success.ending().digest()));
        }
    }

    private SortedMap<TaskState, Ordinals> storedStates() {
        SortedMap<TaskState, Ordinals> sets = new TreeMap<>();
        states.forEach((state, bits) -> {
            if (!bits.isEmpty()) {
                sets.put(state, Ordinals.of(bits));
            }
        });
        return Collections.unmodifiableSortedMap(sets);
    }
}
