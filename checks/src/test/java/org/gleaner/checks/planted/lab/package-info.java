/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.lab;

import org.jspecify.annotations.NullMarked;
