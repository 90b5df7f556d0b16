/**
 * An executor whose threads are other machines: calls are written, with the code that they need, carried there, and
 * what becomes of them is read here. {@link org.gleaner.client.executor.GridExecutor}, {@code Task}, {@code Action} and
 * the exceptions are what programs see; the rest knows jobs and files.
 */
@NullMarked
package org.gleaner.client.executor;

import org.jspecify.annotations.NullMarked;
