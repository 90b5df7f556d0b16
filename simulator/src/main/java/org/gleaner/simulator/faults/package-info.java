/** The world of faults: a real server step and real agents among crashes, chosen by a seed and watched by checkers. */
@NullMarked
package org.gleaner.simulator.faults;

import org.jspecify.annotations.NullMarked;
