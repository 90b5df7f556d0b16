/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.common;

import org.jspecify.annotations.NullMarked;
