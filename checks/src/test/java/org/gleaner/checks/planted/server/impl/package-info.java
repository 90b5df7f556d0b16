/** Planted for ArchitectureTest; never used. */
@NullMarked
package org.gleaner.checks.planted.server.impl;

import org.jspecify.annotations.NullMarked;
