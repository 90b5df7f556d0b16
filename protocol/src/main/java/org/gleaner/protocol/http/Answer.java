package org.gleaner.protocol.http;

import java.util.function.Function;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/** What became of a call. */
public sealed interface Answer<T> {
    record Success<T>(T value) implements Answer<T> {}

    /** The server answered, and it was no. */
    record Refused<T>(Problem problem) implements Answer<T> {}

    /**
     * No answer, or none of ours: the call may or may not have had its effect.
     *
     * @param closed whether nothing listens there at the moment, so that it certainly had none
     */
    record Unreachable<T>(Trouble trouble, boolean closed) implements Answer<T> {
        public Unreachable(Trouble trouble) {
            this(trouble, false);
        }
    }

    default <R> Answer<R> map(Function<T, R> view) {
        if (this instanceof Success<T> success) {
            return new Success<>(view.apply(success.value()));
        }
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.problem())
                : new Unreachable<>(((Unreachable<T>) this).trouble(), ((Unreachable<T>) this).closed());
    }

    /** Whether the server answered with this problem. */
    default boolean isRefused(ProblemKind kind) {
        return this instanceof Refused<T> refused && refused.problem().is(kind);
    }

    /** Whether there is no server to ask at the moment, so that the same call may succeed later. */
    default boolean isAway() {
        return this instanceof Unreachable<T>
                || (this instanceof Refused<T> refused && new CallFailed(refused.problem()).isAway());
    }

    /** Whether the same call may succeed within seconds, without anybody's help: not with a full disk. */
    default boolean passes() {
        return this instanceof Unreachable<T>
                || (this instanceof Refused<T> refused && new CallFailed(refused.problem()).passes());
    }

    /** The value, or an exception with what a person must know: for programs that end at the first failure. */
    default T get() throws CallFailed {
        if (this instanceof Success<T> success) {
            return success.value();
        }
        if (this instanceof Refused<T> refused) {
            throw new CallFailed(refused.problem());
        }
        throw new CallFailed(((Unreachable<T>) this).trouble());
    }
}
