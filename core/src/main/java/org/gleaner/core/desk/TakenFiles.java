package org.gleaner.core.desk;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.AttemptRow;
import org.jspecify.annotations.Nullable;

/** Finds the files that tasks take of the results of others. Accepted results never change, so neither does this. */
public record TakenFiles(History history, ResultShelf shelf) {
    /** Tasks whose reports are in memory at once: they carry content. */
    private static final int TOGETHER = 128;

    private static final int MOST_ATTEMPTS = 20_000;

    private static final Entry NONE = new Entry("", List.of());

    /** Of a task that printed nothing. */
    private static final BlobHash EMPTY =
            new BlobHash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

    /** All that one task of a job takes, as far as it can be had. */
    public List<InputFile> of(StoredJob job, int ordinal) throws StoreException {
        LaidFiles found = new LaidFiles(List.of(), ResultShelf.Hold.LOOKING);
        if (!job.spec().turn().sources().isEmpty()) {
            Entry entry = history.entry(job.id(), ordinal).orElse(NONE);
            if (ofAll(job.spec(), found)) {
                ofOne(job.spec(), ordinal, Placeholders.of(job.spec().array(), entry, ordinal), found);
            }
        }
        return found.taken();
    }

    /** Files that were removed because of their age. */
    public record Gone(JobId job, Instant since) {}

    /**
     * The first job of which a new one would take files that are gone, if its owner may see that: else each task would
     * be blocked when it is about to start. Of many tasks that take files of one each, the first are looked at.
     */
    public Optional<Gone> gone(Caller caller, JobSpec spec) throws StoreException {
        for (Predecessor one : spec.turn().sources()) {
            Optional<Instant> since = history.retired(one.job());
            Optional<StoredJob> job = since.isEmpty() ? Optional.empty() : new JobFacts(history).job(caller, one.job());
            if (job.isPresent()) {
                LaidFiles found = new LaidFiles(List.of(), ResultShelf.Hold.LOOKING);
                Source source = new Source(job.get(), false, gone(one.job()), null);
                int tasks = isForOne(one, job.get()) ? Math.min(TOGETHER, spec.tasks()) : 1;
                for (int ordinal = 1; ordinal <= tasks && !found.hasFailed(); ordinal++) {
                    take(one, source, ordinal, found);
                }
                if (found.obstacle().equals(source.gone())) {
                    return Optional.of(new Gone(one.job(), since.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** Those that all tasks of the job take; tells whether each takes others beside them. */
    boolean ofAll(JobSpec spec, LaidFiles to) throws StoreException {
        boolean more = false;
        for (Predecessor one : spec.turn().sources()) {
            Optional<StoredJob> job = history.outline(one.job());
            if (job.isEmpty()) {
                to.fail(KeptText.deleted(one.job()));
            } else if (isForOne(one, job.get())) {
                more = true;
            } else {
                boolean several = one.isOfSeveral(job.get().spec().tasks());
                take(one, new Source(job.get(), several, gone(one.job()), null), 0, to);
            }
        }
        return more;
    }

    /**
     * Those that one task takes beside them.
     *
     * @param own the placeholders of that task
     */
    void ofOne(JobSpec spec, int ordinal, Placeholders own, LaidFiles to) throws StoreException {
        for (Predecessor one : spec.turn().sources()) {
            Optional<StoredJob> job = history.outline(one.job());
            if (job.isPresent() && isForOne(one, job.get())) {
                Placeholders names = job.get().spec().array() instanceof ArrayShape.Single ? own : null;
                take(one, new Source(job.get(), false, gone(one.job()), names), ordinal, to);
            }
        }
    }

    /** A single task has no entry, so that placeholders stand for the one that takes its files. */
    private static boolean isForOne(Predecessor link, StoredJob job) {
        return link.each()
                || (job.spec().array() instanceof ArrayShape.Single
                        && link.files().stream().anyMatch(TakenFile::hasPlaceholder));
    }

    /**
     * A job of whose results files are taken.
     *
     * @param several whether they come of several of its tasks
     * @param gone why its files are not there any more, but for small ones; empty: they are
     * @param names whose placeholders are meant, if not those of the task that left the file
     */
    private record Source(
            StoredJob job,
            boolean several,
            String gone,
            @Nullable Placeholders names) {}

    private void take(Predecessor link, Source source, int waiting, LaidFiles to) throws StoreException {
        int size = source.job().spec().tasks();
        for (Ordinals.Span span : link.counting(size, waiting).spans()) {
            for (int first = span.first(); first <= span.last() && !to.hasFailed(); first += TOGETHER) {
                Ordinals some = Ordinals.range(first, Math.min(span.last(), first + TOGETHER - 1));
                take(source, some, link.files(), to);
            }
        }
    }

    /** Small content stays with its result when files are removed because of their age. */
    private String gone(JobId job) throws StoreException {
        return history.retired(job)
                .map(at -> KeptText.removed(job, at.atOffset(ZoneOffset.UTC).toLocalDate()))
                .orElse("");
    }

    private void take(Source source, Ordinals tasks, List<TakenFile> files, LaidFiles to) throws StoreException {
        int[] ordinals = tasks.toBits().stream().toArray();
        List<AttemptRow> found = history.attempts(source.job().id(), tasks, MOST_ATTEMPTS);
        if (found.size() == MOST_ATTEMPTS && ordinals.length > 1) {
            for (int ordinal : ordinals) {
                take(source, Ordinals.one(ordinal), files, to);
            }
            return;
        }
        Map<Integer, List<AttemptRow>> rows = new TreeMap<>();
        for (AttemptRow row : found) {
            rows.computeIfAbsent(row.attempt().ordinal(), any -> new ArrayList<>())
                    .add(row);
        }
        for (int ordinal : ordinals) {
            AttemptReport report = AttemptRow.accepted(rows.getOrDefault(ordinal, List.of()))
                    .map(AttemptRow::report)
                    .orElse(null);
            TaskId task = new TaskId(source.job().id(), ordinal);
            if (report == null) {
                to.fail(KeptText.notDone(task));
                return;
            }
            Entry entry = history.entry(task.job(), ordinal).orElse(NONE);
            Placeholders placeholders = Placeholders.of(source.job().spec().array(), entry, ordinal);
            for (TakenFile file : files) {
                take(source, report, file, placeholders, to);
            }
        }
    }

    private void take(Source source, AttemptReport report, TakenFile file, Placeholders leaver, LaidFiles to)
            throws StoreException {
        TaskId task = report.attempt().task();
        Placeholders from = source.names() == null ? leaver : source.names();
        ResultShelf.Visitor visitor = output -> {
            String path = file.place(output.path(), from, source.several());
            if (path != null && output.inline() == null && !source.gone().isEmpty()) {
                to.fail(source.gone());
            } else if (path != null) {
                to.lay(task, output, path);
            }
        };
        if (file.isPrinted()) {
            visitor.visit(printed(file, report));
            return;
        }
        int before = to.asked();
        ResultFile list = report.outputs().list();
        if (list != null && !source.gone().isEmpty()) {
            to.fail(source.gone());
        } else if (list != null && !shelf.each(list, visitor)) {
            to.fail(KeptText.listLost(task));
        }
        for (ResultFile output : report.outputs().files()) {
            visitor.visit(output);
        }
        for (String directory : report.outputs().directories()) {
            String path = file.place(directory, from, source.several());
            if (path != null) {
                to.make(task, path);
            }
        }
        String wanted = from.expand(file.path());
        if (to.asked() == before && !wanted.isEmpty() && !isDeclared(source, wanted, leaver)) {
            to.fail(KeptText.notLeft(task, wanted));
        }
    }

    /** What is declared and left nothing need not be there, or is an empty directory that an agent of 0.1 left. */
    private boolean isDeclared(Source source, String name, Placeholders leaver) throws StoreException {
        JobSpec spec = new JobFacts(history).whole(source.job());
        return DeclaredOutputs.of(spec.outputs(), leaver).name(name);
    }

    private static ResultFile printed(TakenFile file, AttemptReport report) {
        ResultFile found = file.path().equals("stdout") ? report.stdout() : report.stderr();
        return found == null ? new ResultFile(file.path(), EMPTY, 0, false, "") : found;
    }
}
