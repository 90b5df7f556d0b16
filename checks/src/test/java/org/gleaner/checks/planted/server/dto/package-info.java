/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.dto;

import org.jspecify.annotations.NullMarked;
