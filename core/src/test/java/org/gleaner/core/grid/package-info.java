/** Tests of the state machine. */
@NullMarked
package org.gleaner.core.grid;

import org.jspecify.annotations.NullMarked;
