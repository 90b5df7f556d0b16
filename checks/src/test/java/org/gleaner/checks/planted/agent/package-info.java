/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.agent;

import org.jspecify.annotations.NullMarked;
