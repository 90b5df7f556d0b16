/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.core;

import org.jspecify.annotations.NullMarked;
