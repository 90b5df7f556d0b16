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
    // The algorithm of the unit says what it returns, which may be null.
    @SuppressWarnings({"unchecked", "NullAway"})
    public <U, R> void into(Splitting<U, R, ?> problem, UnitCall<U, R> unit) {
        Set<Class<?>> code = new HashSet<>(classes);
        code.addAll(problem.code());
        ResultReader.Read read = new ResultReader("The algorithm", code, loader).read(outcome);
        Throwable thrown = read.thrown();
        String failure = thrown == null ? read.failure() : TraceText.of(thrown);
        if (failure == null) {
            problem.merge(unit, (R) read.value(), outcome.nanos());
        } else {
            problem.failed(unit, failure);
        }
    }
}
