/** Runs the grid itself on trials in virtual time and tells what came of it. No scheduling rule lives here. */
@NullMarked
package org.gleaner.simulator.experiment;

import org.jspecify.annotations.NullMarked;
