/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.core.grid;

import org.jspecify.annotations.NullMarked;
