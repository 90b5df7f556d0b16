/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.egg;

import org.jspecify.annotations.NullMarked;
