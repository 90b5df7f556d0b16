/**
 * Simulations that people ask the server for: each is a process of its own, one at a time. Knows nothing of scenarios,
 * strategies or what a simulation finds; how it is started it is told.
 */
@NullMarked
package org.gleaner.server.simulation;

import org.jspecify.annotations.NullMarked;
