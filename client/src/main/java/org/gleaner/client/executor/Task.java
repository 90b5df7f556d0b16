package org.gleaner.client.executor;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** A call that can be sent to another machine: a lambda given as one is serialisable. What it uses travels with it. */
@FunctionalInterface
public interface Task<T> extends Callable<T>, Serializable {}
