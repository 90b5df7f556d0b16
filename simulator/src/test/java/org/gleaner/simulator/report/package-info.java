/** Figures against values computed by hand, pictures against their own rules. */
@NullMarked
package org.gleaner.simulator.report;

import org.jspecify.annotations.NullMarked;
