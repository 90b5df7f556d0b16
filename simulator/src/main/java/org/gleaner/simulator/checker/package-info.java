/** What must always hold, each as a class of its own, checked against a ledger that shares no code with the grid. */
@NullMarked
package org.gleaner.simulator.checker;

import org.jspecify.annotations.NullMarked;
