/** Proves that the world of faults finds what it is there to find. */
@NullMarked
package org.gleaner.simulator.faults;

import org.jspecify.annotations.NullMarked;
