/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.client;

import org.jspecify.annotations.NullMarked;
