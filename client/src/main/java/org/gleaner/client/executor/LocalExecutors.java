package org.gleaner.client.executor;

import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Future;
import org.gleaner.client.child.PatientReader;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;

/** Executors in this JVM. For the library itself. */
public final class LocalExecutors implements ExecutorSource {
    /** From where results come. */
    static final String MACHINE = "this JVM";

    private final PatientReader reader;

    public LocalExecutors() {
        this(new PatientReader());
    }

    LocalExecutors(PatientReader reader) {
        this.reader = reader;
    }

    /** As many threads as this machine has processors; the options are only checked. */
    @Override
    public GridExecutor executor(String type, ExecutorOptions options) {
        ExecutorJob unused = ExecutorJob.of(type, options, Path.of("").toAbsolutePath());
        return new CallPool(
                type,
                options.seed(),
                new ThreadCarrier(type, Runtime.getRuntime().availableProcessors(), reader));
    }

    @Override
    public <T> NavigableMap<Long, Future<T>> attach(Class<T> result, List<String> jobs) {
        throw new UnsupportedOperationException("Without a server there are no jobs: calls here end with the program.");
    }

    @Override
    public <A> SubmittedProblem<A> submit(Problem<?, ?, A> problem) {
        return LocalProblem.of(problem);
    }

    @Override
    public <A> SubmittedProblem<A> problem(long id, Class<A> answer) {
        throw new GridException("Problems in this JVM end with it: there is no number " + id + ".", null);
    }

    @Override
    public void close() {
        // There is nothing but the executors.
    }
}
