/** From what came of runs to figures and pictures for people. Runs nothing and schedules nothing. */
@NullMarked
package org.gleaner.simulator.report;

import org.jspecify.annotations.NullMarked;
