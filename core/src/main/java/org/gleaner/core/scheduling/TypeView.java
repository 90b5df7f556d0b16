package org.gleaner.core.scheduling;

import java.util.OptionalDouble;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.jspecify.annotations.Nullable;

/** What strategies may know about a type, shared by all its groups; read only for them. */
public interface TypeView {
    /** Tasks that run; copies are not counted twice. */
    int running();

    /** Tasks of its owner that run, whatever their type. */
    int runningOfOwner();

    @Nullable
    TypeBelief belief();

    /** Minutes that somebody expects one of its tasks to run on a node of mean speed, as long as none was done. */
    default OptionalDouble expected() {
        return OptionalDouble.empty();
    }

    /** Whether a task of it was done, or somebody said how long one takes. */
    default boolean isLengthKnown() {
        TypeBelief belief = belief();
        return (belief != null && belief.isKnown()) || expected().isPresent();
    }

    /** How long its tasks take; a guess as long as little is known. */
    WorkSpread work();
}
