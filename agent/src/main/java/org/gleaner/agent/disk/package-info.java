/** What the agent keeps in its directory: identity, inputs, results. */
@NullMarked
package org.gleaner.agent.disk;

import org.jspecify.annotations.NullMarked;
