/** What the agent's own program understands. */
@NullMarked
package org.gleaner.agent.verb;

import org.jspecify.annotations.NullMarked;
