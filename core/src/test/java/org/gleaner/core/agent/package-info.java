/** Tests of the agent's logic, with a fake shell that records what the logic wants done. */
@NullMarked
package org.gleaner.core.agent;

import org.jspecify.annotations.NullMarked;
