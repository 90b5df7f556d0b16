/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server;

import org.jspecify.annotations.NullMarked;
