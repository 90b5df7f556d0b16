/** What the agent finds out about its machine and the processes on it. */
@NullMarked
package org.gleaner.agent.machine;

import org.jspecify.annotations.NullMarked;
