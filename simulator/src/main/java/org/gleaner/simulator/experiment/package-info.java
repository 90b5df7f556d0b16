/** Runs the grid's own strategies on trials in virtual time, and tells what came of it. Holds no scheduling rule. */
@NullMarked
package org.gleaner.simulator.experiment;

import org.jspecify.annotations.NullMarked;
