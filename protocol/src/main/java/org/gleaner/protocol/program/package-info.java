/** The files of the program itself: the jar that runs, and the agent's own within the whole. */
@NullMarked
package org.gleaner.protocol.program;

import org.jspecify.annotations.NullMarked;
