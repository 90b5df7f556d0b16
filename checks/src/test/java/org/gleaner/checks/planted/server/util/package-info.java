/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.util;

import org.jspecify.annotations.NullMarked;
