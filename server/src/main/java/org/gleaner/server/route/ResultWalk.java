package org.gleaner.server.route;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.ResultCare;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.store.History;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.server.archive.ArchiveEntry;
import org.gleaner.server.blob.BlobStore;
import org.jspecify.annotations.Nullable;

/**
 * The results of some tasks of a job, one file after the other, as they lie below its directory when they are fetched.
 * Keeps one page of them. Not thread-safe.
 */
final class ResultWalk implements ArchiveEntry.Source {
    /** Which tasks, and whether what they wrote before their end is meant. */
    record Choice(int first, int last, boolean partial) {}

    /** Asks for the files from this task on, of which so many were told. */
    interface Pages {
        OutputPage from(int task, int skip) throws StoreException, IOException;
    }

    private final History history;
    private final BlobStore blobs;
    private final StoredJob job;
    private final JobSpec spec;
    private final Choice choice;
    private final Pages pages;
    private final Deque<ArchiveEntry> found = new ArrayDeque<>();
    private int from;
    private int skip;
    private int declaredOf;
    private @Nullable DeclaredOutputs declared;

    /** @param spec the job's, with all names of its outputs */
    ResultWalk(History history, BlobStore blobs, StoredJob job, JobSpec spec, Choice choice, Pages pages) {
        this.history = history;
        this.blobs = blobs;
        this.job = job;
        this.spec = spec;
        this.choice = choice;
        this.pages = pages;
        this.from = choice.first();
        Hosting hosting = spec.hosting();
        InputFile answer = hosting == null ? null : hosting.answer();
        if (answer != null && !choice.partial() && choice.first() == 1 && choice.last() == spec.tasks()) {
            found.add(new ArchiveEntry(
                    directory() + "/answer",
                    answer.size(),
                    false,
                    () -> blobs.doubts().open(answer.hash())));
        }
    }

    /** The directory in which all of it lies. */
    String directory() {
        return "gleaner-" + job.id() + (choice.partial() ? "-partial" : "");
    }

    @Override
    public @Nullable ArchiveEntry next() throws IOException {
        while (found.isEmpty() && from > 0 && from <= choice.last()) {
            try {
                turn();
            } catch (StoreException e) {
                throw new IOException("the results of job " + job.id() + " can't be read", e);
            }
        }
        return found.poll();
    }

    /** Looks for the first file, so that what can't be had is refused before anything is sent. */
    boolean isEmpty() throws IOException, StoreException {
        while (found.isEmpty() && from > 0 && from <= choice.last()) {
            turn();
        }
        return found.isEmpty();
    }

    private void turn() throws IOException, StoreException {
        OutputPage page = pages.from(from, skip);
        for (OutputPage.OutputRow row : page.outputs()) {
            if (row.task() <= choice.last()) {
                careful(row).ifPresent(file -> add(row.task(), file.path(), file));
            }
        }
        for (OutputPage.Directory one : page.directories()) {
            boolean seen = ResultCare.isHarmless(one.path()) || ResultCare.shows(one.path(), declared(one.task()));
            if (one.task() <= choice.last() && seen) {
                add(one.task(), one.path(), null);
            }
        }
        if (page.next() > 0 && (page.next() < from || (page.next() == from && page.skip() <= skip))) {
            throw new IllegalStateException("the results of job " + job.id() + " do not end");
        }
        from = page.next();
        skip = page.skip();
    }

    private Optional<ResultFile> careful(OutputPage.OutputRow row) throws StoreException {
        ResultFile file = row.file();
        return ResultCare.isHarmless(file) ? Optional.of(file) : ResultCare.judge(file, declared(row.task()));
    }

    private DeclaredOutputs declared(int task) throws StoreException {
        DeclaredOutputs known = declared;
        if (known == null || declaredOf != task) {
            boolean needsEntry =
                    !DeclaredOutputs.areFixed(spec.outputs()) && !(spec.array() instanceof ArrayShape.Single);
            Entry none = new Entry("", List.of());
            Entry entry = needsEntry ? history.entry(job.id(), task).orElse(none) : none;
            known = DeclaredOutputs.of(spec.outputs(), Placeholders.of(spec.array(), entry, task));
            declared = known;
            declaredOf = task;
        }
        return known;
    }

    /** @param file null: an empty directory */
    private void add(int task, String path, @Nullable ResultFile file) {
        String name = directory() + "/" + spec.array().place(task, path);
        try {
            FilePath.checkNew(name);
        } catch (IllegalArgumentException unusable) {
            // Stored by an earlier version; nobody could unpack it.
            return;
        }
        found.add(
                file == null
                        ? ArchiveEntry.directory(name)
                        : new ArchiveEntry(name, file.size(), file.executable(), () -> open(file)));
    }

    private InputStream open(ResultFile file) throws IOException {
        return file.inline() == null
                ? blobs.doubts().open(file.hash())
                : new ByteArrayInputStream(Content.inlineBytes(file));
    }
}
