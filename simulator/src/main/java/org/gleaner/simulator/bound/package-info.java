/** How good a schedule could be at best: yardsticks beside the results. Knows the future, decides nothing. */
@NullMarked
package org.gleaner.simulator.bound;

import org.jspecify.annotations.NullMarked;
