/** Runs one attempt: its directory, its command, its processes, its end. */
@NullMarked
package org.gleaner.agent.run;

import org.jspecify.annotations.NullMarked;
