/**
 * A second body for the same brain: virtual clock, network, disk and machines around {@code core}. Contains no
 * scheduling rule of its own.
 */
@NullMarked
package org.gleaner.simulator;

import org.jspecify.annotations.NullMarked;
