package org.gleaner.client.executor;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.CallRunner;
import org.gleaner.client.child.PatientReader;
import org.gleaner.client.child.TravellingCall;
import org.gleaner.client.child.UnitOutcome;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.Splitting;
import org.gleaner.client.problem.Splitting.UnitCall;
import org.gleaner.client.problem.SubmittedProblem;

/**
 * A problem in a thread of this JVM, one unit after the other, through the same serialisation as on other machines.
 * For the library itself.
 *
 * @param <A> the answer
 */
public final class LocalProblem<A> implements SubmittedProblem<A> {
    private final Future<A> answer;

    private LocalProblem(Future<A> answer) {
        this.answer = answer;
    }

    public static <A> SubmittedProblem<A> of(Problem<?, ?, A> problem) {
        WrittenCall written = ServerProblems.written(problem);
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "gleaner-local-" + problem.name());
            daemon.setDaemon(true);
            return daemon;
        });
        Splitting<?, ?, A> copy = LocalProblem.copy(written);
        Future<A> answer = thread.submit(() -> solve(copy));
        thread.shutdown();
        return new LocalProblem<>(answer);
    }

    // It was one of this kind when it was written.
    @SuppressWarnings("unchecked")
    private static <A> Splitting<?, ?, A> copy(WrittenCall written) {
        CallOutcome outcome = new CallOutcome(CallOutcome.Kind.VALUE, 0, written.bytes());
        Object value = new OutcomeReader(written, "this JVM").read(outcome).value();
        return (Splitting<?, ?, A>) Objects.requireNonNull(value, "a copy of the problem");
    }

    private static <U, R, A> A solve(Splitting<U, R, A> splitting) throws InterruptedException {
        while (!splitting.isFinished()) {
            UnitCall<U, R> unit = splitting.next();
            if (unit == null) {
                throw new GridException(
                        "The problem is not finished, but returned no unit although none is being computed.", null);
            }
            WrittenCall plain = CallWriter.write(unit);
            WrittenCall written = new WrittenCall(
                    plain.bytes(), plain.classes(), unit.algorithm().getClassLoader());
            CallKey key = new CallKey(splitting.seed(), splitting.made());
            CallOutcome outcome = new CallRunner(written.loader()).run(new TravellingCall(key, written.bytes()));
            new UnitOutcome(outcome, written.classes(), written.loader())
                    .into(splitting, unit, LocalExecutors.MACHINE, new PatientReader());
        }
        return splitting.answer();
    }

    @Override
    public long id() {
        return 0;
    }

    @Override
    public A answer() throws InterruptedException, ExecutionException {
        try {
            return answer.get();
        } catch (CancellationException cancelled) {
            throw new ExecutionException(cancelled);
        }
    }

    @Override
    public A answer(Duration patience) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException cancelled) {
            throw new ExecutionException(cancelled);
        }
    }

    @Override
    public void cancel() {
        boolean unused = answer.cancel(true);
    }
}
