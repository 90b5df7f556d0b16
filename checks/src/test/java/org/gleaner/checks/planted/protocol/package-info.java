/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.protocol;

import org.jspecify.annotations.NullMarked;
