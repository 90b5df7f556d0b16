/**
 * Problems that split themselves: starts what holds them, gives it results, takes its units, and saves how far they
 * are. Knows the loop, the store and blobs, and of a sandbox only that somebody makes one.
 */
@NullMarked
package org.gleaner.server.problem;

import org.jspecify.annotations.NullMarked;
