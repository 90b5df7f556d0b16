package org.gleaner.client.executor;

import java.io.Serializable;

/** A function that can be sent to another machine: a lambda given as one is serialisable. */
@FunctionalInterface
public interface Mapping<A, R> extends Serializable {
    R apply(A input) throws Exception;
}
