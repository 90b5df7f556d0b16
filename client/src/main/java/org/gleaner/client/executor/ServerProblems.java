package org.gleaner.client.executor;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobSpec;
import org.gleaner.protocol.http.CallFailed;

/** Problems on the machines of a server: sends what splits them, with its code. For the library itself. */
public final class ServerProblems {
    /** What ended the JVM of a unit may be the machine's fault. The host decides about the rest. */
    private static final String FAILURES = "3";

    private ServerProblems() {}

    public static <A> SubmittedProblem<A> submit(UserCalls calls, Problem<?, ?, A> problem) {
        WrittenCall written = written(problem);
        try (TravelDirectory directory = new TravelDirectory()) {
            JobId job = send(calls, problem, written, directory.path());
            return new ProblemOnServer<>(calls, job, written);
        } catch (CallFailed | ClientFailure | IOException | UncheckedIOException | IllegalArgumentException failed) {
            throw Unsent.because("The problem can't be submitted.", failed);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            throw new GridException("The problem was not submitted, because its thread was interrupted.", impatient);
        }
    }

    /** The API may have another loader than the problem's own classes. */
    static WrittenCall written(Problem<?, ?, ?> problem) {
        WrittenCall written = CallWriter.write(problem.begin());
        return new WrittenCall(
                written.bytes(), written.classes(), problem.code().getClassLoader());
    }

    public static <A> SubmittedProblem<A> find(UserCalls calls, long id, Class<A> answer) {
        return new ProblemOnServer<>(
                calls, new JobId(id), new WrittenCall(new byte[0], Set.of(answer), answer.getClassLoader()));
    }

    private static JobId send(UserCalls calls, Problem<?, ?, ?> problem, WrittenCall written, Path directory)
            throws IOException, ClientFailure, CallFailed, InterruptedException {
        CodeFinder code = new CodeFinder();
        if (code.add(written.classes()) == CodeFinder.Found.ANOTHER_VERSION) {
            throw new GridException("Two classes of the same name can't travel together.", null);
        }
        ExecutorJob like =
                ExecutorJob.of(problem.name(), options(problem), Path.of("").toAbsolutePath());
        Path state = directory.resolve("state");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(state)))) {
            // Nothing is merged in it; the server writes the later ones.
            out.writeInt(Hosting.STATE);
            out.writeInt(0);
            out.write(written.bytes());
        }
        List<LocalFile> pack = Pack.of(code.sources(), code.loose(), like.properties(), directory);
        JobSpec spec = like.with(pack, code.release())
                .hosted(Hosting.begin(like.files().input(new LocalFile(state, "state"))));
        String key = SubmissionKeys.fresh();
        Uploader uploader = new Uploader(calls, like.files(), Uploader.Progress.SILENT);
        return uploader.send(() -> Submitted.of(calls.submit(spec, Collections.emptyIterator(), key)))
                .job();
    }

    private static ExecutorOptions options(Problem<?, ?, ?> problem) {
        ExecutorOptions options =
                ExecutorOptions.usual().with("max-failures", FAILURES).with("retry-limits");
        for (Map.Entry<String, List<String>> wish : problem.wishes().values().entrySet()) {
            options = options.with(wish.getKey(), wish.getValue().toArray(new String[0]));
        }
        return options;
    }
}
