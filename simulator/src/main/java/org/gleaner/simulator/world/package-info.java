/** The invented world that simulations share: chance, clocks that lie, a network that loses. */
@NullMarked
package org.gleaner.simulator.world;

import org.jspecify.annotations.NullMarked;
