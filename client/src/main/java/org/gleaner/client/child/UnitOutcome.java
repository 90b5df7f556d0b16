package org.gleaner.client.child;

import java.util.HashSet;
import java.util.Set;
import org.gleaner.client.problem.Splitting;
import org.gleaner.client.problem.Splitting.UnitCall;
import org.jspecify.annotations.Nullable;

/**
 * What became of a unit, on its way into its problem.
 *
 * @param classes those that the unit is made of: its result may be of where these are, or the problem's own
 * @param loader knows all of them
 */
public record UnitOutcome(
        CallOutcome outcome,
        Set<Class<?>> classes,
        @Nullable ClassLoader loader) {
    private static final String ALGORITHM = "The algorithm";

    /**
     * What takes for ever to read is a unit that failed.
     *
     * @param machine from which it comes; null: nobody knows
     */
    public <U, R> void into(
            Splitting<U, R, ?> problem, UnitCall<U, R> unit, @Nullable String machine, PatientReader reader)
            throws InterruptedException {
        into(problem, unit, reader.read(ALGORITHM, machine, outcome, () -> read(problem)));
    }

    private ResultReader.Read read(Splitting<?, ?, ?> problem) {
        Set<Class<?>> code = new HashSet<>(classes);
        code.addAll(problem.code());
        return new ResultReader(ALGORITHM, code, loader).read(outcome);
    }

    // The algorithm of the unit says what it returns, which may be null.
    @SuppressWarnings({"unchecked", "NullAway"})
    private <U, R> void into(Splitting<U, R, ?> problem, UnitCall<U, R> unit, ResultReader.Read read) {
        Throwable thrown = read.thrown();
        String failure = thrown == null ? read.failure() : TraceText.of(thrown);
        if (failure == null) {
            problem.merge(unit, (R) read.value(), outcome.nanos());
        } else {
            problem.failed(unit, failure);
        }
    }
}
