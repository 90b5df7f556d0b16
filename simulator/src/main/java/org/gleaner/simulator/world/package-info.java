/** The invented world that simulations share: one queue of things to come, clocks that lie, a network that loses. */
@NullMarked
package org.gleaner.simulator.world;

import org.jspecify.annotations.NullMarked;
