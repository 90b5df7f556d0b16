/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.cli;

import org.jspecify.annotations.NullMarked;
