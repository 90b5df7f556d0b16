/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.core.scheduling;

import org.jspecify.annotations.NullMarked;
