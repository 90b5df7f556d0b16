/**
 * How long jobs still take, from how much of the processor they need and who else is on their nodes: formulas, and the
 * queue played through with them. Pure functions of their arguments, in any unit of time that is the same for all; they
 * know neither the grid nor where the figures come from.
 */
@NullMarked
package org.gleaner.core.estimate;

import org.jspecify.annotations.NullMarked;
