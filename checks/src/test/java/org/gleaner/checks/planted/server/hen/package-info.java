/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.hen;

import org.jspecify.annotations.NullMarked;
