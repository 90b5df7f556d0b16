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
     * @param damaged whether content came that is not what its name says
     */
    record Unreachable<T>(Trouble trouble, boolean closed, boolean damaged) implements Answer<T> {
        public Unreachable(Trouble trouble) {
            this(trouble, false);
        }

        public Unreachable(Trouble trouble, boolean closed) {
            this(trouble, closed, false);
        }
    }

    default <R> Answer<R> map(Function<T, R> view) {
        if (this instanceof Success<T> success) {
            return new Success<>(view.apply(success.value()));
        }
        if (this instanceof Refused<T> refused) {
            return new Refused<>(refused.problem());
        }
        Unreachable<T> failed = (Unreachable<T>) this;
        return new Unreachable<>(failed.trouble(), failed.closed(), failed.damaged());
    }

    /** Whether the server answered with this problem. */
    default boolean isRefused(ProblemKind kind) {
        return this instanceof Refused<T> refused && refused.problem().is(kind);
    }

    /** Whether content came that is not what its name says. */
    default boolean isDamaged() {
        return this instanceof Unreachable<T> failed && failed.damaged();
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
