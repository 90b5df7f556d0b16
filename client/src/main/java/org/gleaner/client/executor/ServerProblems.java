package org.gleaner.client.executor;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.http.CallFailed;

/** Problems on the machines of a server: sends what splits them, with its code. */
public final class ServerProblems {
    private static final int FAILURES = 3;
    private static final int LOST = 20;
    /** The host hears of units that fail, and decides. */
    private static final int NEVER_STOP = 1_000_000;

    /** How a state begins in which nothing is merged; the server writes the later ones. */
    private static final int STATE = 0x474c5031;

    private ServerProblems() {}

    public static <A> SubmittedProblem<A> submit(UserCalls calls, Problem<?, ?, A> problem) {
        WrittenCall written = written(problem);
        try {
            Path directory = Files.createTempDirectory("gleaner-problem");
            try {
                JobId job = send(calls, problem, written, directory);
                return new ProblemOnServer<>(calls, job, written);
            } finally {
                delete(directory);
            }
        } catch (CallFailed failed) {
            throw new GridException(
                    "The problem can't be submitted. " + failed.trouble().what() + " "
                            + failed.trouble().why(),
                    failed);
        } catch (IOException | ClientFailure | IllegalArgumentException failed) {
            throw new GridException("The problem can't be submitted. " + failed.getMessage(), failed);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            throw new GridException("The problem was not submitted, as its thread was interrupted.", impatient);
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
            throw new GridException("Two classes of one name can't travel together.", null);
        }
        Hasher files = new Hasher();
        List<InputFile> inputs = new ArrayList<>();
        for (LocalFile file : Pack.of(code.sources(), code.loose(), Map.of(), directory)) {
            inputs.add(files.input(file));
        }
        Path state = directory.resolve("state");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(state)))) {
            out.writeInt(STATE);
            out.writeInt(0);
            out.write(written.bytes());
        }
        InputFile begin = files.input(new LocalFile(state, "state"));
        JobSpec spec = spec(problem, inputs, code.release());
        String key = SubmissionKeys.fresh();
        Uploader uploader = new Uploader(calls, files, Uploader.Progress.SILENT);
        Submitted submitted = uploader.send(() -> Submitted.of(calls.submit(spec, Collections.emptyIterator(), key)));
        Object hosted = uploader.send(() -> calls.host(submitted.job(), begin));
        Objects.requireNonNull(hosted);
        return submitted.job();
    }

    private static JobSpec spec(Problem<?, ?, ?> problem, List<InputFile> inputs, int release) {
        Problem.Wishes wishes = problem.wishes();
        RuntimeVersion java = new RuntimeVersion("java", Integer.toString(release));
        Machines machines = wishes.speed() == 0 ? Machines.ANY : new Machines(List.of(), List.of(), wishes.speed());
        Platform platform = new Platform(null, null, List.of(java), List.of(), false, machines);
        MemorySize memory = wishes.memory().isEmpty() ? null : MemorySize.parse(wishes.memory());
        Requirements needs = new Requirements(1, memory, null, platform);
        return new JobSpec(
                        problem.name(),
                        problem.name(),
                        ExecutorJob.command(needs, ExecutorOptions.usual()),
                        new ArrayShape.Listed(0, List.of(), true),
                        inputs,
                        List.of(new OutputFile(ExecutorJob.OUTCOMES, false)),
                        needs,
                        new JobLimits(
                                wishes.expiry().isZero() ? null : wishes.expiry(),
                                FAILURES,
                                LOST,
                                NEVER_STOP,
                                true,
                                0,
                                JobLimits.MOST_COPIES,
                                null,
                                null))
                .withTurn(new Turn(wishes.priority(), wishes.weight(), List.of(), null, false));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
