/**
 * The entry point of Java programs that use a pool of machines. What is public here, and the public types of
 * {@link org.gleaner.client.executor} and {@link org.gleaner.client.problem} but those that say they are for the
 * library itself, keep their names and meaning in all versions 0.x from 0.2 on; what must change is deprecated for one
 * version first. {@code client/api.txt} lists all of it, and a test compares.
 */
@NullMarked
package org.gleaner.client;

import org.jspecify.annotations.NullMarked;
