@NullMarked
package org.gleaner.simulator.scenario;

import org.jspecify.annotations.NullMarked;
