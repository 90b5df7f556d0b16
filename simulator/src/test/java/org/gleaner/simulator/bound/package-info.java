@NullMarked
package org.gleaner.simulator.bound;

import org.jspecify.annotations.NullMarked;
