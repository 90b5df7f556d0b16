@NullMarked
package org.gleaner.simulator.experiment;

import org.jspecify.annotations.NullMarked;
