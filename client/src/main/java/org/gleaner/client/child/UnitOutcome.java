package org.gleaner.client.child;

import java.io.IOException;
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

    /** Of a machine that is trusted. */
    public <U, R> void into(Splitting<U, R, ?> problem, UnitCall<U, R> unit) {
        into(problem, unit, read(problem));
    }

    /** Of any machine: what takes for ever to read is a unit that failed. */
    <U, R> void into(Splitting<U, R, ?> problem, UnitCall<U, R> unit, PatientReader reader)
            throws InterruptedException, IOException {
        into(problem, unit, reader.read(ALGORITHM, outcome, () -> read(problem)));
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
