/** Tests of the state machine. */
@NullMarked
package org.gleaner.core.step;

import org.jspecify.annotations.NullMarked;
