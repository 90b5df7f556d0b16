/**
 * Programs that the larger commands start beside them: real servers and agents, PostgreSQL, tools; and threads. Knows
 * nothing of what is shown, measured or attacked with them.
 */
@NullMarked
package org.gleaner.lab.child;

import org.jspecify.annotations.NullMarked;
