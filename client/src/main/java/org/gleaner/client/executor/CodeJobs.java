package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Addition;
import org.jspecify.annotations.Nullable;

/** The jobs of one executor: one for each version of its code, of which the last grows. Confined to one thread. */
final class CodeJobs {
    /** Of a call that ended its JVM in another way than by returning or throwing; a second try would do the same. */
    private static final int NO_SECOND_TRY = 1;

    private static final int LOST = 20;
    /** Some calls that fail are no reason to stop the others. */
    private static final int NEVER_STOP = 1_000_000;

    private final UserCalls calls;
    private final String type;
    private final Path directory;
    private final CodeFinder code = new CodeFinder();
    private @Nullable GrowingJob job;

    /** @param directory of its own, for files that travel */
    CodeJobs(UserCalls calls, String type, Path directory) {
        this.calls = calls;
        this.type = type;
        this.directory = directory;
    }

    /** The job that has the code of these calls, and grows. */
    GrowingJob of(List<PendingCall<?>> wanted) throws IOException, ClientFailure, CallFailed, InterruptedException {
        Set<Class<?>> classes = new LinkedHashSet<>();
        wanted.forEach(call -> classes.addAll(call.written().classes()));
        GrowingJob current = job;
        if (!code.add(classes) && current != null) {
            return current;
        }
        seal();
        GrowingJob fresh = submit();
        job = fresh;
        return fresh;
    }

    /** The next calls get a new job. */
    void seal() {
        if (job != null) {
            Answer<Boolean> unused = job.seal();
            job = null;
        }
    }

    private GrowingJob submit() throws IOException, ClientFailure, CallFailed, InterruptedException {
        Hasher files = new Hasher();
        List<InputFile> inputs = new ArrayList<>();
        for (LocalFile file : Pack.of(code, Files.createTempDirectory(directory, "code"))) {
            inputs.add(files.input(file));
        }
        RuntimeVersion java = new RuntimeVersion("java", Integer.toString(code.release()));
        JobSpec spec = new JobSpec(
                type,
                type,
                new CommandLine.Words(List.of(
                        "java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-jar", Pack.CHILD, "calls", "outcomes")),
                new ArrayShape.Listed(0, List.of(), true),
                inputs,
                List.of(new OutputFile("outcomes", false)),
                new Requirements(1, null, null, new Platform(null, null, List.of(java), List.of(), false)),
                new JobLimits(null, NO_SECOND_TRY, LOST, NEVER_STOP, false, 0, JobLimits.MOST_COPIES, null, null));
        String key = SubmissionKeys.fresh();
        Submitted submitted = new Uploader(calls, files, Uploader.Progress.SILENT)
                .send(() -> Submitted.of(calls.submit(spec, Collections.emptyIterator(), key)));
        return new GrowingJob(submitted.job(), calls);
    }

    /**
     * Adds tasks and returns the ordinal of the first.
     *
     * @param tasks files with their calls
     */
    int add(GrowingJob to, List<Path> tasks, String key)
            throws IOException, ClientFailure, CallFailed, InterruptedException {
        Hasher files = new Hasher();
        List<Entry> entries = new ArrayList<>();
        for (Path task : tasks) {
            entries.add(new Entry("", List.of(files.input(new LocalFile(task, "calls")))));
        }
        Addition addition = new Addition(0, EntryPage.of(entries));
        return new Uploader(calls, files, Uploader.Progress.SILENT).send(() -> to.add(addition, key));
    }
}
