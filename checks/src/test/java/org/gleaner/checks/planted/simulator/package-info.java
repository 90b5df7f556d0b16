/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.simulator;

import org.jspecify.annotations.NullMarked;
