/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.shared;

import org.jspecify.annotations.NullMarked;
