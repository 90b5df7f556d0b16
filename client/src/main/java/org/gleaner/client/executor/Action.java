package org.gleaner.client.executor;

import java.io.Serializable;

/** A call without a result that can be sent to another machine. What it uses travels along and does not come back. */
@FunctionalInterface
public interface Action extends Runnable, Serializable {}
