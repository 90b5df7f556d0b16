package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Addition;
import org.jspecify.annotations.Nullable;

/** The jobs of one executor: one for each version of its code, of which the last grows. Confined to one thread. */
final class CodeJobs {
    private final UserCalls calls;
    private final ExecutorJob like;
    private final Path directory;
    private final List<GrowingJob> old = new ArrayList<>();
    private CodeFinder code = new CodeFinder();
    private @Nullable NextJob next;
    private @Nullable GrowingJob job;

    /** A job that is to be submitted, with one key however often that is tried. */
    private record NextJob(JobSpec spec, String key) {}

    /** @param directory of its own, for files that travel */
    CodeJobs(UserCalls calls, ExecutorJob like, Path directory) {
        this.calls = calls;
        this.like = like;
        this.directory = directory;
    }

    /** Takes from the front those calls whose code goes together; those that have none that can are settled. */
    List<PendingCall<?>> together(Deque<PendingCall<?>> waiting) {
        List<PendingCall<?>> taken = new ArrayList<>();
        for (PendingCall<?> call = waiting.peek(); call != null; call = waiting.peek()) {
            CodeFinder.Found found;
            try {
                found = code.add(call.written().classes());
            } catch (IOException unreadable) {
                waiting.remove();
                call.fail(new GridException("The code of the call can't be read: " + unreadable, unreadable));
                continue;
            }
            if (found != CodeFinder.Found.ANOTHER_VERSION) {
                if (found == CodeFinder.Found.MORE) {
                    retire();
                }
                taken.add(waiting.remove());
            } else if (!taken.isEmpty()) {
                return taken;
            } else if (code.isEmpty()) {
                waiting.remove();
                call.fail(new GridException(
                        "The call needs two classes of the same name, from different class loaders. Have it use only"
                                + " one.",
                        null));
            } else {
                retire();
                code = new CodeFinder();
            }
        }
        return taken;
    }

    /** The next calls get a new job; that which there is ends with its last task. */
    void retire() {
        next = null;
        if (job != null) {
            old.add(job);
            job = null;
        }
    }

    /** Those to which tasks may still come. */
    List<JobId> growing() {
        return job == null ? List.of() : List.of(job.id());
    }

    /** Tells the server of those to which no more tasks come; one that is away is told later. */
    void seal() {
        old.removeIf(one -> !one.seal().isAway());
    }

    /** Those that no more tasks come to, which the server does not know yet. */
    List<JobId> unsealed() {
        return old.stream().map(GrowingJob::id).toList();
    }

    /** The job that has the code of what was taken, and grows. */
    GrowingJob current() throws IOException, ClientFailure, CallFailed, InterruptedException {
        if (job != null) {
            return job;
        }
        NextJob wanted = next == null ? nextJob() : next;
        next = wanted;
        try {
            Submitted submitted = new Uploader(calls, like.files(), Uploader.Progress.SILENT)
                    .send(() -> Submitted.of(calls.submit(wanted.spec(), Collections.emptyIterator(), wanted.key())));
            job = new GrowingJob(submitted.job(), calls);
            return job;
        } catch (CallFailed failed) {
            next = failed.isAway() ? wanted : null;
            throw failed;
        }
    }

    private NextJob nextJob() throws IOException, ClientFailure {
        List<LocalFile> files =
                Pack.of(code.sources(), code.loose(), like.properties(), Files.createTempDirectory(directory, "code"));
        return new NextJob(like.with(files, code.release()), SubmissionKeys.fresh());
    }

    /**
     * Adds tasks and returns the ordinal of the first.
     *
     * @param tasks the files of their calls, by which calls these are
     */
    int add(GrowingJob to, LinkedHashMap<CallNumbers, Path> tasks, String key)
            throws IOException, ClientFailure, CallFailed, InterruptedException {
        Hasher files = new Hasher();
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<CallNumbers, Path> task : tasks.entrySet()) {
            LocalFile file = new LocalFile(task.getValue(), ExecutorJob.CALLS);
            entries.add(new Entry(task.getKey().toString(), List.of(files.input(file))));
        }
        Addition addition = new Addition(0, EntryPage.of(entries));
        return new Uploader(calls, files, Uploader.Progress.SILENT).sendNew(() -> to.add(addition, key));
    }
}
