package org.gleaner.client.executor;

import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Future;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;

/** Where executors come from and where problems go: a server, or this JVM. For the library itself. Thread-safe. */
public interface ExecutorSource extends AutoCloseable {
    GridExecutor executor(String type, ExecutorOptions options);

    <T> NavigableMap<Long, Future<T>> attach(Class<T> result, List<String> jobs);

    <A> SubmittedProblem<A> submit(Problem<?, ?, A> problem);

    /** @param id the number of its job */
    <A> SubmittedProblem<A> problem(long id, Class<A> answer);

    /** Calls that are attached are left alone. */
    @Override
    void close();
}
